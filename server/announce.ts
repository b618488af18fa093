import { type Config, publicUrlOf } from "./config.ts";
import type { KeyFile } from "./first-key.ts";
import type { Bootstrapped } from "./teams/bootstrap.ts";

interface Announcement {
  config: Config;
  port: number;
  bootstrapped: Bootstrapped | undefined;
  /** The file that has the first key, which is then not printed; undefined: there is no such file. */
  keyFile: KeyFile | undefined;
  embedded: boolean;
  /** What whoever started it adds. */
  note: Note | undefined;
}

/** Where the first key was kept, or what became of that, and a command that uses it. */
export interface Note {
  profile: string;
  command?: string;
}

/** Prints where the server is and, the first time, how to get its first key; for people, beside the log. */
export function announce(announcement: Announcement): void {
  const { config, port, bootstrapped, embedded, note } = announcement;
  const url = publicUrlOf(config, port);
  const lines = [
    "",
    `  API       ${url}`,
    `  Reference ${url}/docs`,
    `  Contract  ${url}/openapi.yaml`,
    `  Database  ${embedded ? `embedded PostgreSQL in ${config.dataDir}` : "the PostgreSQL of DATABASE_URL"}`,
    `  Carrier   ${describeCarrier(config.provider)}`,
    ...(bootstrapped ? tellKey(bootstrapped, announcement) : keysOf()),
    ...(note ? [`  Profile   ${note.profile}`] : []),
    ...(bootstrapped ? introduce(bootstrapped, url, announcement) : []),
    "",
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
}

function describeCarrier(provider: Config["provider"]): string {
  if (provider.kind === "twilio") return `twilio, account ${provider.accountSid}`;
  return "simulated: texts are written to this log and go nowhere else";
}

function tellKey({ team, key, phoneNumber }: Bootstrapped, { config, keyFile }: Announcement): string[] {
  return [`  Team      ${team}, sending from ${phoneNumber}`, ...describeKey(team, key, config, keyFile)];
}

function describeKey(team: string, key: string, { bootstrapApiKey }: Config, keyFile: KeyFile | undefined): string[] {
  if (bootstrapApiKey !== undefined) return ["  API key   the one in BOOTSTRAP_API_KEY"];
  if (!keyFile) return [`  API key   ${key}   (shown only now)`];
  if (keyFile.fault === undefined)
    return [`  API key   in ${keyFile.path}   (read it there, keep it, delete the file)`];
  return [
    `  API key   could not be written to ${keyFile.path}: ${keyFile.fault}`,
    `            make another one with: npx messaging keys create --team ${team}`,
  ];
}

/** A command that sends a text; none where nobody has the key. */
function introduce({ key }: Bootstrapped, url: string, { config, keyFile, note }: Announcement): string[] {
  if (keyFile?.fault !== undefined) return [];
  const usable =
    config.bootstrapApiKey !== undefined ? "$BOOTSTRAP_API_KEY" : keyFile ? `$(cat ${quote(keyFile.path)})` : key;
  const body = JSON.stringify({ phone_number: "+12025550123", message: "Hello from curl" });
  const curl = `curl -s ${url}/api/text -H "X-API-Key: ${usable}" -H "Content-Type: application/json" -d '${body}'`;
  return ["", "  Send a text:", "", `    ${curl}`, ...(note?.command ? [`    ${note.command}`] : [])];
}

/** A path as a word of a shell. */
const quote = (path: string) => `'${path.replaceAll("'", "'\\''")}'`;

const keysOf = () => ["  API key   make another one with: npx messaging keys create --team NAME"];
