import { type Config, publicUrlOf } from "../config.ts";
import type { Bootstrapped } from "../keys/bootstrap.ts";
import { commandName } from "../program.ts";
import { kindOf } from "../provider/kinds.ts";
import type { KeyFile } from "./first-key.ts";
import { isPhoneOn } from "./phone.ts";

interface Announcement {
  config: Config;
  port: number;
  bootstrapped: Bootstrapped | undefined;
  /** The file with the first key, which is then not printed; undefined if the key was not written to a file. */
  keyFile: KeyFile | undefined;
  /** The key of this start for the page, which opens the phone; undefined if it is not to be printed. */
  pageKey: string | undefined;
  embedded: boolean;
  /** The lines that the caller of `start` adds. */
  note: Note | undefined;
}

/** Whether and where the first key was saved as a profile, and a command that uses it. */
export interface Note {
  profile: string;
  command?: string;
}

/** Prints for people the addresses of the server and, at its first start, how to get the first key. */
export function announce(announcement: Announcement): void {
  const { config, port, bootstrapped, pageKey, embedded, note } = announcement;
  const url = publicUrlOf(config, port);
  const lines = [
    "",
    `  API       ${url}`,
    `  Reference ${url}/docs`,
    `  Contract  ${url}/openapi.yaml`,
    `  Inbox     ${url}/inbox`,
    ...(isPhoneOn(config) ? [`  Phone     ${url}/phone${pageKey ? `#key=${pageKey}   (valid for a day)` : ""}`] : []),
    `  Database  ${embedded ? `embedded PostgreSQL in ${config.dataDir}` : "the PostgreSQL of DATABASE_URL"}`,
    `  Carrier   ${kindOf(config.provider).describe(config.provider)}`,
    ...(bootstrapped ? tellKey(bootstrapped, announcement) : keysOf()),
    ...(note ? [`  Profile   ${note.profile}`] : []),
    ...(bootstrapped ? introduce(bootstrapped, url, announcement) : []),
    "",
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
}

function tellKey({ team, key, phoneNumber }: Bootstrapped, { config, keyFile }: Announcement): string[] {
  const sending = phoneNumber ? `sending from ${phoneNumber}` : "without a number to send from";
  return [`  Team      ${team}, ${sending}`, ...describeKey(team, key, config, keyFile)];
}

function describeKey(team: string, key: string, { bootstrapApiKey }: Config, keyFile: KeyFile | undefined): string[] {
  if (bootstrapApiKey !== undefined) return ["  API key   the one in BOOTSTRAP_API_KEY"];
  if (!keyFile) return [`  API key   ${key}   (shown only now)`];
  if (keyFile.fault === undefined)
    return [`  API key   in ${keyFile.path}   (read it there, keep it, delete the file)`];
  return [
    `  API key   could not be written to ${keyFile.path}: ${keyFile.fault}`,
    `            create another key with: ${commandName} keys create --team ${team}`,
  ];
}

/** The lines with a command that sends a text; empty if the key could not be written. */
function introduce({ key }: Bootstrapped, url: string, { config, keyFile, note }: Announcement): string[] {
  if (keyFile?.fault !== undefined) return [];
  const usable =
    config.bootstrapApiKey !== undefined ? "$BOOTSTRAP_API_KEY" : keyFile ? `$(cat ${quote(keyFile.path)})` : key;
  const body = JSON.stringify({ phone_number: "+12025550123", message: "Hello from curl" });
  const curl = `curl -s ${url}/api/text -H "X-API-Key: ${usable}" -H "Content-Type: application/json" -d '${body}'`;
  return ["", "  Send a text:", "", `    ${curl}`, ...(note?.command ? [`    ${note.command}`] : [])];
}

/** Quotes a path for a shell. */
const quote = (path: string) => `'${path.replaceAll("'", "'\\''")}'`;

const keysOf = () => [`  API key   create another key with: ${commandName} keys create --team NAME`];
