import { BlockList, isIP } from "node:net";
import type { Config } from "../../server/config.ts";
import { findWarnings, type SettingWarning } from "../../server/process/warnings.ts";
import type { Finding } from "./check.ts";

/** Addresses that a provider cannot reach from the internet. */
const privateAddresses = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const) {
  privateAddresses.addSubnet(network, prefix, "ipv4");
}
for (const [network, prefix] of [
  ["::", 127],
  ["fc00::", 7],
  ["fe80::", 10],
] as const) {
  privateAddresses.addSubnet(network, prefix, "ipv6");
}

/** Checks that BASE_URL is a public https address. */
export function checkBaseUrl({ baseUrl }: Config): Finding {
  const check = "base-url";
  const todo = "Set BASE_URL to the https address at which the provider reaches this server.";
  if (baseUrl === undefined) return { check, status: "warn", found: "not set", todo };
  const { protocol, hostname } = new URL(baseUrl);
  if (!isPublic(hostname)) return { check, status: "warn", found: `${baseUrl} is not a public address`, todo };
  if (protocol !== "https:") return { check, status: "warn", found: `${baseUrl} is not encrypted`, todo };
  return { check, status: "ok", found: baseUrl };
}

function isPublic(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, "");
  const family = isIP(host);
  if (family > 0) return !privateAddresses.check(host, family === 6 ? "ipv6" : "ipv4");
  return host.includes(".") && !/\.(local|localhost|internal|lan|home\.arpa)$/i.test(host);
}

/** Checks connections to other machines and the callbacks' secret. The server warns about the same at its start. */
export function checkWarnings(config: Config, environment: NodeJS.ProcessEnv): Finding[] {
  const warnings = findWarnings(config, environment);
  const judge = (check: string, setting: SettingWarning["setting"], found: string): Finding => {
    const warning = warnings.find((each) => each.setting === setting);
    return warning
      ? { check, status: "warn", found: warning.found, todo: warning.todo }
      : { check, status: "ok", found };
  };
  const { databaseUrl, provider, webhookClientSecret: secret } = config;
  return [
    judge("database-tls", "DATABASE_URL", databaseUrl ? "encrypted, or on this machine" : "embedded, on this machine"),
    judge("provider-tls", "PROVIDER_BASE_URL", provider.kind === "simulated" ? "not needed" : "encrypted, or local"),
    judge("provider-secret", "WEBHOOK_CLIENT_SECRET", secret ? `${secret.length} characters` : "not set, not needed"),
  ];
}

/** A secret with fewer distinct characters is probably not random. */
const minDistinctCharacters = 10;

/** Checks that the key that signs cursors is random. */
export function checkSecretKey({ secretKey, dataDir }: Config): Finding {
  const check = "secret-key";
  if (secretKey === undefined) return { check, status: "ok", found: `not set: stored in ${dataDir}` };
  const found = `${secretKey.length} characters`;
  if (new Set(secretKey).size >= minDistinctCharacters) return { check, status: "ok", found };
  const todo = "Generate a random key: openssl rand -hex 32. Keep the current key in SECRET_KEY_OLD for a day.";
  return { check, status: "warn", found: `${found}, few of them distinct`, todo };
}
