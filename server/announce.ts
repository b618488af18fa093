import { type Config, publicUrlOf } from "./config.ts";
import type { Bootstrapped } from "./teams/bootstrap.ts";

interface Announcement {
  config: Config;
  port: number;
  bootstrapped: Bootstrapped | undefined;
  embedded: boolean;
  /** What whoever started it adds. */
  note: Note | undefined;
}

/** Where the first key was kept, or what became of that, and a command that uses it. */
export interface Note {
  profile: string;
  command?: string;
}

/** Tells whoever started the server where it is and, the first time, with which key; to people, not to the log. */
export function announce({ config, port, bootstrapped, embedded, note }: Announcement): void {
  const url = publicUrlOf(config, port);
  const lines = [
    "",
    `  API       ${url}`,
    `  Reference ${url}/docs`,
    `  Contract  ${url}/openapi.yaml`,
    `  Database  ${embedded ? `embedded PostgreSQL in ${config.dataDir}` : "the PostgreSQL of DATABASE_URL"}`,
    `  Carrier   ${describeCarrier(config.provider)}`,
    ...(bootstrapped ? tellKey(bootstrapped, config) : keysOf()),
    ...(note ? [`  Profile   ${note.profile}`] : []),
    ...(bootstrapped ? introduce(config, bootstrapped, url, note) : []),
    "",
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
}

function describeCarrier(provider: Config["provider"]): string {
  if (provider.kind === "twilio") return `twilio, account ${provider.accountSid}`;
  return "simulated: texts are written to this log and go nowhere else";
}

function tellKey({ team, key, phoneNumber }: Bootstrapped, { bootstrapApiKey }: Config): string[] {
  const shown = bootstrapApiKey === undefined ? `${key}   (shown only now)` : "the one in BOOTSTRAP_API_KEY";
  return [`  Team      ${team}, sending from ${phoneNumber}`, `  API key   ${shown}`];
}

function introduce({ bootstrapApiKey }: Config, { key }: Bootstrapped, url: string, note: Note | undefined): string[] {
  const usable = bootstrapApiKey === undefined ? key : "$BOOTSTRAP_API_KEY";
  const body = JSON.stringify({ phone_number: "+12025550123", message: "Hello from curl" });
  const curl = `curl -s ${url}/api/text -H "X-API-Key: ${usable}" -H "Content-Type: application/json" -d '${body}'`;
  return ["", "  Send a text:", "", `    ${curl}`, ...(note?.command ? [`    ${note.command}`] : [])];
}

const keysOf = () => ["  API key   make another one with: npx messaging keys create --team NAME"];
