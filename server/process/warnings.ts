import type { Config } from "../config.ts";
import { isLoopback, isPlainHttp } from "./loopback.ts";

/** A warning about a setting that is valid but risky. `found` and `todo` contain no secret. */
export interface SettingWarning {
  setting: "BASE_URL" | "DATABASE_URL" | "PROVIDER_BASE_URL" | "WEBHOOK_CLIENT_SECRET";
  found: string;
  /** The advice. */
  todo: string;
}

/** A shorter secret can be guessed. The provider's auth tokens have 32 characters. */
const minSecretLength = 16;

/** Finds the warnings of the start and of `doctor`. `environment` has the TLS mode of PostgreSQL's own variables. */
export function findWarnings(
  { baseUrl, databaseUrl, provider, webhookClientSecret }: Config,
  environment: NodeJS.ProcessEnv = process.env,
): SettingWarning[] {
  const warnings: SettingWarning[] = [];
  if (baseUrl !== undefined && isPlainHttp(baseUrl)) {
    const found = `${new URL(baseUrl).origin} is not encrypted: keys and texts can be read in transit`;
    warnings.push({ setting: "BASE_URL", found, todo: "Set BASE_URL to an https address." });
  }
  const host = databaseUrl === undefined ? undefined : plainDatabaseHost(databaseUrl, environment);
  if (host !== undefined) {
    const found = `the connection to ${host} is not encrypted`;
    const todo = "Add sslmode=verify-full (and sslrootcert=FILE) to DATABASE_URL.";
    warnings.push({ setting: "DATABASE_URL", found, todo });
  }
  if ("baseUrl" in provider && isPlainHttp(provider.baseUrl)) {
    const found = `${new URL(provider.baseUrl).origin} is not encrypted: the auth token and texts can be read in transit`;
    warnings.push({ setting: "PROVIDER_BASE_URL", found, todo: "Set PROVIDER_BASE_URL to an https address." });
  }
  if (webhookClientSecret !== undefined && webhookClientSecret.length < minSecretLength) {
    const found = `${webhookClientSecret.length} characters: anyone that guesses them can post callbacks for every team`;
    const todo =
      provider.kind === "simulated"
        ? "Set WEBHOOK_CLIENT_SECRET to random characters (openssl rand -hex 32), or leave it out."
        : "Set WEBHOOK_CLIENT_SECRET to the auth token of the account at the provider.";
    warnings.push({ setting: "WEBHOOK_CLIENT_SECRET", found, todo });
  }
  return warnings;
}

/** The host of a database on another machine without TLS, as the driver reads the URL; otherwise undefined. */
function plainDatabaseHost(databaseUrl: string, { PGSSLMODE = "disable" }: NodeJS.ProcessEnv): string | undefined {
  const { hostname, searchParams } = new URL(databaseUrl);
  const host = searchParams.get("host") ?? decodeURIComponent(hostname);
  if (host === "" || host.startsWith("/") || isLoopback(host)) return undefined;
  const files = ["sslcert", "sslkey", "sslrootcert"];
  if (files.some((name) => searchParams.has(name)) || searchParams.get("sslnegotiation") === "direct") return undefined;
  const ssl = searchParams.get("ssl");
  const mode =
    searchParams.get("sslmode") ?? (ssl === null ? PGSSLMODE : ["1", "true"].includes(ssl) ? "require" : "disable");
  return mode === "disable" ? host : undefined;
}
