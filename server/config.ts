import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseEnv } from "node:util";
import envPaths from "env-paths";
import { z } from "zod";
import { ConfigError } from "./config-error.ts";
import { isPackage, root } from "./program.ts";

/** The user's directories for the package, whose own folder is replaced by an upgrade. */
const userPaths = envPaths("messaging", { suffix: "" });

/** The directory of the embedded database and the generated secrets, if `DATA_DIR` is not set. */
export const defaultDataDir = isPackage ? userPaths.data : join(root, ".data");

const dotenvFile = join(isPackage ? userPaths.config : root, ".env");

const port = z.coerce.number().int().min(0).max(65_535);
const address = (protocols: RegExp, like: string) =>
  z.url({ protocol: protocols, error: `must be an address like ${like}` });
const secretKey = z.string().min(32, "must have at least 32 characters");
const isRange = (text: string) => z.union([z.cidrv4(), z.cidrv6()]).safeParse(text).success;
const ranges = z
  .string()
  .default("")
  .transform((text) => text.split(",").flatMap((part) => part.trim() || []))
  .refine((parts) => parts.every(isRange), "must be CIDR ranges like 10.0.0.0/8,fd00::/8");

const authority = String.raw`(?:[\w.-]+|\[[0-9a-fA-F:.]+\]):\d{1,5}`;

const pair = new RegExp(`^(?<node>${authority})=(?<address>${authority})$`);

/** Every setting with its default and its valid values. A test compares them with `.env.example` and docs/operating.md. */
const Settings = z.object({
  PORT: port.optional(),
  HOST: z.string().min(1).default("127.0.0.1"),
  BASE_URL: address(/^https?$/, "https://sms.example.com").optional(),
  DATABASE_URL: address(/^postgres(ql)?$/, "postgresql://user:password@host/database").optional(),
  DATABASE_TOPOLOGY: z.enum(["single", "citus"]).default("single"),
  DATABASE_NODES: z
    .string()
    .optional()
    .refine(
      (text) => text === undefined || parseNodes(text) !== undefined,
      "must be pairs like worker-1:5432=10.0.0.7:6432, separated by commas",
    ),
  DATABASE_POOL: z.coerce.number().int().min(2).max(1_000).default(10),
  DATA_DIR: z.string().min(1).default(defaultDataDir),
  ROLE: z.enum(["all", "api", "worker"]).default("all"),
  WORKER_PORT: port.optional(),
  PROVIDER: z.enum(["simulated", "twilio"]).default("simulated"),
  PROVIDER_ACCOUNT_SID: z.string().min(1).optional(),
  PROVIDER_BASE_URL: address(/^https?$/, "https://api.twilio.com").default("https://api.twilio.com"),
  PHONE: z.enum(["auto", "on", "off"]).default("auto"),
  WEBHOOK_CLIENT_SECRET: z.string().min(1).optional(),
  WEBHOOK_CLIENT_SECRET_OLD: z.string().min(1).optional(),
  WEBHOOK_ALLOW_PRIVATE: ranges,
  MEDIA_STORE: z
    .string()
    .optional()
    .refine(
      (text) => text === undefined || parseStore(text) !== undefined,
      "must be an address like s3://bucket/prefix?region=eu-central-1&endpoint=https://s3.example.com",
    ),
  AWS_ACCESS_KEY_ID: z.string().min(1).optional(),
  AWS_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  AWS_SESSION_TOKEN: z.string().min(1).optional(),
  SECRET_KEY: secretKey.optional(),
  SECRET_KEY_OLD: secretKey.optional(),
  CALLBACK_RETENTION_DAYS: z.coerce.number().int().min(1).default(30),
  MESSAGE_RETENTION_DAYS: z.coerce.number().int().min(1).max(36_500).optional(),
  TRUSTED_PROXIES: ranges,
  RATE_LIMIT_BURST: z.coerce.number().int().min(1).default(50),
  RATE_LIMIT_PER_SECOND: z.coerce.number().positive().default(10),
  MAX_IN_FLIGHT: z.coerce.number().int().min(1).default(1_000),
  MAX_STREAMS: z.coerce.number().int().min(0).default(2_000),
  KEEP_ALIVE_SECONDS: z.coerce.number().int().min(1).max(3_600).default(75),
  OTP_SENDS_PER_PHONE: z.coerce.number().int().min(0).default(5),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "silent"]).default("info"),
  OTEL_EXPORTER_OTLP_ENDPOINT: address(/^https?$/, "http://localhost:4318").optional(),
  BOOTSTRAP_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{16,200}$/, "must have 16 to 200 printable characters without spaces")
    .refine((key) => !key.endsWith("_test"), "must not end in _test, which selects test mode")
    .optional(),
  NODE_ENV: z.string().optional(),
});

/** The names of all settings, for their documentation. */
export const settingNames = Object.keys(Settings.shape).filter((name) => name !== "NODE_ENV");

/** A bucket of an S3-compatible store. */
export interface S3Settings {
  bucket: string;
  /** The beginning of all keys, without slashes at its ends; empty for none. */
  prefix: string;
  region: string;
  /** The address of a store that is not AWS, without a trailing slash. */
  endpoint: string | undefined;
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string };
}

/** The settings as the server uses them. */
export interface Config {
  /** The port to listen on; undefined means 3000 or the next free port. */
  port: number | undefined;
  host: string;
  /** The public URL without a trailing slash; undefined means that host and port make it. */
  baseUrl: string | undefined;
  /** Undefined: the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | undefined;
  /** Whether the tables are on one node, or distributed over the nodes of a Citus cluster. */
  databaseTopology: "single" | "citus";
  /** Where this process reaches the nodes of a cluster, by the name and port that the cluster knows each by. */
  databaseNodes: Map<string, string>;
  /** The maximum number of connections for requests and for what follows them; the queue has some of its own. */
  databasePool: number;
  dataDir: string;
  role: "all" | "api" | "worker";
  /** The port on which a process that is only a worker answers health checks and scrapes; undefined means none. */
  workerPort: number | undefined;
  /** The carrier of live texts. */
  provider: { kind: "simulated" } | { kind: "twilio"; accountSid: string; authToken: string; baseUrl: string };
  /** Whether the handsets of the simulated carrier are on. `auto`: only if nobody else reaches the server. */
  phone: "auto" | "on" | "off";
  webhookClientSecret: string | undefined;
  /** The provider's previous auth token. Callbacks that it has signed are still accepted. */
  oldWebhookClientSecret: string | undefined;
  /** The CIDR ranges of addresses that webhooks and files of inbound texts may have although they are not public. */
  webhookAllowPrivate: string[];
  /** Where files of texts are stored; undefined means in the database. */
  mediaStore: S3Settings | undefined;
  /** The CIDR ranges of proxies whose `X-Forwarded-For` is trusted, for audit events and shares. */
  trustedProxies: string[];
  /** How long callbacks and deliveries to reply webhooks are kept. */
  callbackRetentionDays: number;
  /** How long messages are kept at most; undefined: until they are deleted. A team can have a shorter time. */
  messageRetentionDays: number | undefined;
  secretKey: string | undefined;
  /** The previous secret key. Signatures and hashes that it made are still accepted. */
  oldSecretKey: string | undefined;
  rateLimit: { burst: number; perSecond: number };
  /** The maximum number of requests with an API key that the process handles at once. */
  maxInFlight: number;
  /** The maximum number of streams of events that the process has open at once. */
  maxStreams: number;
  /** How long an idle connection is kept. */
  keepAliveSeconds: number;
  /** The maximum number of passcodes that one phone is sent in ten minutes; 0 means no limit. The simulated carrier has none. */
  otpSendsPerPhone: number;
  logLevel: string;
  /** The OTLP endpoint of traces; undefined means that requests are not traced. */
  tracesEndpoint: string | undefined;
  bootstrapApiKey: string | undefined;
  /** Whether answers are checked against the contract before they leave. */
  checkAnswers: boolean;
}

/**
 * The given settings, as texts: the environment first, then the file `.env`. A checkout has the file beside package.json, the
 * package in the user's configuration directory. An empty value counts as absent.
 */
export function settingsOf(environment: NodeJS.ProcessEnv, dotenv = readDotenv()): NodeJS.Dict<string> {
  return Object.fromEntries(Object.entries({ ...dotenv, ...environment }).filter(([, value]) => value !== ""));
}

/**
 * Reads the settings.
 *
 * @throws ConfigError with one line for every fault
 */
export function loadConfig(environment: NodeJS.ProcessEnv, dotenv = readDotenv()): Config {
  const given = settingsOf(environment, dotenv);
  const { success, data, error } = Settings.safeParse(given);
  const faults = (error?.issues ?? []).map(({ path, message }) => `${path.join(".")}: ${message}`);
  if (given.DATABASE_URL && !given.SECRET_KEY) {
    faults.push(
      "SECRET_KEY: must be set beside DATABASE_URL (openssl rand -hex 32), the same for every process on that database",
    );
  }
  if (given.WEBHOOK_CLIENT_SECRET_OLD && !given.WEBHOOK_CLIENT_SECRET)
    faults.push(
      "WEBHOOK_CLIENT_SECRET: must be set beside WEBHOOK_CLIENT_SECRET_OLD, to the provider's new auth token",
    );
  if (given.DATABASE_TOPOLOGY === "citus" && !given.DATABASE_URL) {
    faults.push("DATABASE_URL: must be set with DATABASE_TOPOLOGY=citus, to the address of a node");
  }
  if (success && given.DATABASE_NODES && given.DATABASE_TOPOLOGY !== "citus") {
    faults.push("DATABASE_NODES: must not be set without DATABASE_TOPOLOGY=citus");
  }
  const storeNeeds = ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"].filter((name) => !given[name]);
  if (given.MEDIA_STORE) faults.push(...storeNeeds.map((name) => `${name}: must be set with MEDIA_STORE`));
  const twilioNeeds = ["PROVIDER_ACCOUNT_SID", "WEBHOOK_CLIENT_SECRET"].filter((name) => !given[name]);
  if (given.PROVIDER === "twilio")
    faults.push(...twilioNeeds.map((name) => `${name}: must be set with PROVIDER=twilio`));
  if (!success || faults.length > 0) throw new ConfigError(faults.join("\n"));
  return {
    port: data.PORT,
    host: data.HOST,
    baseUrl: data.BASE_URL?.replace(/\/+$/, ""),
    databaseUrl: data.DATABASE_URL,
    databaseTopology: data.DATABASE_TOPOLOGY,
    databaseNodes: parseNodes(data.DATABASE_NODES ?? "") ?? new Map(),
    databasePool: data.DATABASE_POOL,
    dataDir: resolve(isPackage ? "." : root, data.DATA_DIR),
    role: data.ROLE,
    workerPort: data.WORKER_PORT,
    provider:
      data.PROVIDER === "simulated"
        ? { kind: "simulated" }
        : {
            kind: "twilio",
            accountSid: data.PROVIDER_ACCOUNT_SID ?? "",
            authToken: data.WEBHOOK_CLIENT_SECRET ?? "",
            baseUrl: data.PROVIDER_BASE_URL.replace(/\/+$/, ""),
          },
    phone: data.PHONE,
    webhookClientSecret: data.WEBHOOK_CLIENT_SECRET,
    oldWebhookClientSecret: data.WEBHOOK_CLIENT_SECRET_OLD,
    webhookAllowPrivate: data.WEBHOOK_ALLOW_PRIVATE,
    mediaStore: storeOf(data),
    trustedProxies: data.TRUSTED_PROXIES,
    secretKey: data.SECRET_KEY,
    oldSecretKey: data.SECRET_KEY_OLD,
    callbackRetentionDays: data.CALLBACK_RETENTION_DAYS,
    messageRetentionDays: data.MESSAGE_RETENTION_DAYS,
    rateLimit: { burst: data.RATE_LIMIT_BURST, perSecond: data.RATE_LIMIT_PER_SECOND },
    maxInFlight: data.MAX_IN_FLIGHT,
    maxStreams: data.MAX_STREAMS,
    keepAliveSeconds: data.KEEP_ALIVE_SECONDS,
    otpSendsPerPhone: data.OTP_SENDS_PER_PHONE,
    logLevel: data.LOG_LEVEL,
    tracesEndpoint: data.OTEL_EXPORTER_OTLP_ENDPOINT,
    bootstrapApiKey: data.BOOTSTRAP_API_KEY,
    checkAnswers: data.NODE_ENV === "development",
  };
}

/** The URL of a server on its own machine. */
export function localUrlOf({ host }: Config, port: number): string {
  return `http://${["0.0.0.0", "::", "127.0.0.1", "::1"].includes(host) ? "localhost" : host}:${port}`;
}

/** The public URL of this installation: `BASE_URL`, else the address that the server listens on. */
export function publicUrlOf(config: Config, port: number): string {
  return config.baseUrl ?? localUrlOf(config, port);
}

/**
 * The URLs that the provider may sign callbacks for: only `BASE_URL`, if it is set. Otherwise they are the address that
 * the server listens on, and its usual names on its own machine.
 */
export function callbackUrlsOf(config: Config, port: number): string[] {
  if (config.baseUrl !== undefined) return [config.baseUrl];
  const localUrls = ["localhost", "127.0.0.1", "[::1]"].map((host) => `http://${host}:${port}`);
  return [...new Set([localUrlOf(config, port), ...localUrls])];
}

function readDotenv(): NodeJS.Dict<string> {
  try {
    return parseEnv(readFileSync(dotenvFile, "utf8"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw error;
  }
}

/**
 * Reads `DATABASE_NODES`: for each node, the name and port that the cluster knows it by, and the address that this process
 * reaches it at. Returns undefined for an invalid text.
 */
function parseNodes(text: string): Map<string, string> | undefined {
  const parts = text.split(",").flatMap((part) => part.trim() || []);
  const pairs = parts.map((part) => pair.exec(part)?.groups as { node: string; address: string } | undefined);
  if (pairs.some((each) => !each || portOf(each.node) > 65_535 || portOf(each.address) > 65_535)) return undefined;
  const nodes = new Map(pairs.map((each) => [each!.node, each!.address]));
  return nodes.size === parts.length ? nodes : undefined;
}

/** Reads `MEDIA_STORE`, an address like `s3://bucket/prefix?region=…&endpoint=…`. Returns undefined for an invalid text. */
function parseStore(text: string): Omit<S3Settings, "credentials"> | undefined {
  const url = URL.parse(text);
  const bucket = url?.host ?? "";
  const prefix = url?.pathname.replace(/^\/+|\/+$/g, "") ?? "";
  const { region = "us-east-1", endpoint, ...others } = Object.fromEntries(url?.searchParams ?? []);
  const isKnown = Object.keys(others).length === 0 && /^[a-z\d-]+$/.test(region);
  if (url?.protocol !== "s3:" || !isKnown || !/^[a-z\d][a-z\d.-]{2,62}$/.test(bucket)) return undefined;
  if (!/^[\w./-]*$/.test(prefix) || prefix.split("/").some((part) => /^\.*$/.test(part) && prefix !== ""))
    return undefined;
  if (endpoint !== undefined && !/^https?:\/\/[^/?#@]+\/?$/.test(endpoint)) return undefined;
  return { bucket, prefix, region, endpoint: endpoint?.replace(/\/$/, "") };
}

function storeOf(data: z.infer<typeof Settings>): S3Settings | undefined {
  const { MEDIA_STORE, AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = data;
  const store = MEDIA_STORE === undefined ? undefined : parseStore(MEDIA_STORE);
  if (!store || accessKeyId === undefined || secretAccessKey === undefined) return undefined;
  const { AWS_SESSION_TOKEN: sessionToken } = data;
  return {
    ...store,
    credentials: { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) },
  };
}

const portOf = (address: string) => Number(address.slice(address.lastIndexOf(":") + 1));
