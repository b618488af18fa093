import { type Config, publicUrlOf } from "./config.ts";
import type { Bootstrapped } from "./teams/bootstrap.ts";

interface Announcement {
  config: Config;
  port: number;
  bootstrapped: Bootstrapped | undefined;
  embedded: boolean;
}

/** Tells whoever started the server where it is and, the first time, with which key; to people, not to the log. */
export function announce({ config, port, bootstrapped, embedded }: Announcement): void {
  const url = publicUrlOf(config, port);
  const lines = [
    "",
    `  API       ${url}`,
    `  Reference ${url}/docs`,
    `  Contract  ${url}/openapi.yaml`,
    `  Database  ${embedded ? `embedded PostgreSQL in ${config.dataDir}` : "the PostgreSQL of DATABASE_URL"}`,
    `  Carrier   ${describeCarrier(config.provider)}`,
    ...(bootstrapped ? introduce(bootstrapped, config, url) : keysOf()),
    "",
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
}

function describeCarrier(provider: Config["provider"]): string {
  if (provider.kind === "twilio") return `twilio, account ${provider.accountSid}`;
  return "simulated: texts are written to this log and go nowhere else";
}

function introduce({ team, key, phoneNumber }: Bootstrapped, { bootstrapApiKey }: Config, url: string): string[] {
  const shown = bootstrapApiKey === undefined ? `${key}   (shown only now)` : "the one in BOOTSTRAP_API_KEY";
  const usable = bootstrapApiKey === undefined ? key : "$BOOTSTRAP_API_KEY";
  const body = JSON.stringify({ phone_number: "+12025550123", message: "Hello from curl" });
  return [
    `  Team      ${team}, sending from ${phoneNumber}`,
    `  API key   ${shown}`,
    "",
    "  Send a text:",
    "",
    `    curl -s ${url}/api/text -H "X-API-Key: ${usable}" -H "Content-Type: application/json" -d '${body}'`,
  ];
}

const keysOf = () => ["  API key   make another one with: npx messaging keys create --team NAME"];
