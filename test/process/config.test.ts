import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { describe, expect, test } from "vitest";
import { loadConfig, settingNames } from "../../server/config.ts";
import { ConfigError } from "../../server/config-error.ts";

const root = join(import.meta.dirname, "..", "..");

/** What is wrong with some settings, a line each. */
function faultsOf(environment: Record<string, string>): string[] {
  try {
    loadConfig(environment, {});
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split("\n");
    throw error;
  }
}

describe("settings", () => {
  test("have defaults that start a complete server on this machine", () => {
    expect(loadConfig({}, {})).toEqual({
      port: undefined,
      host: "127.0.0.1",
      baseUrl: undefined,
      databaseUrl: undefined,
      databaseTopology: "single",
      databaseNodes: new Map(),
      databasePool: 10,
      dataDir: join(root, ".data"),
      role: "all",
      workerPort: undefined,
      provider: { kind: "simulated" },
      phone: "auto",
      webhookClientSecret: undefined,
      oldWebhookClientSecret: undefined,
      webhookAllowPrivate: [],
      secretKey: undefined,
      oldSecretKey: undefined,
      callbackRetentionDays: 30,
      messageRetentionDays: undefined,
      trustedProxies: [],
      rateLimit: { burst: 50, perSecond: 10 },
      maxInFlight: 1_000,
      maxStreams: 2_000,
      keepAliveSeconds: 75,
      otpSendsPerPhone: 5,
      logLevel: "info",
      tracesEndpoint: undefined,
      bootstrapApiKey: undefined,
      checkAnswers: false,
    });
  });

  test("are used as they are given", () => {
    const [secretKey, oldSecretKey] = ["s".repeat(32), "o".repeat(32)];
    const given = {
      PORT: "8080",
      HOST: "0.0.0.0",
      BASE_URL: "https://sms.example.com/",
      DATABASE_URL: "postgresql://user:secret@db.example.com/messaging?sslmode=require",
      DATABASE_TOPOLOGY: "citus",
      DATABASE_NODES: "worker-1:5432=10.0.0.7:6432, [fd00::2]:5432=db2.example.com:5432",
      DATABASE_POOL: "2",
      DATA_DIR: "/var/lib/messaging",
      ROLE: "worker",
      WORKER_PORT: "9000",
      PROVIDER: "twilio",
      PROVIDER_ACCOUNT_SID: "AC1",
      PROVIDER_BASE_URL: "https://api.example.com/",
      PHONE: "on",
      WEBHOOK_CLIENT_SECRET: "token",
      WEBHOOK_CLIENT_SECRET_OLD: "previous",
      WEBHOOK_ALLOW_PRIVATE: " 127.0.0.0/8, fd00::/8,",
      MEDIA_STORE: "s3://pictures/of/texts/?region=eu-central-1&endpoint=https%3A%2F%2Fs3.example.com%3A9000/",
      AWS_ACCESS_KEY_ID: "id",
      AWS_SECRET_ACCESS_KEY: "secret",
      AWS_SESSION_TOKEN: "session",
      SECRET_KEY: secretKey,
      SECRET_KEY_OLD: oldSecretKey,
      CALLBACK_RETENTION_DAYS: "7",
      MESSAGE_RETENTION_DAYS: "90",
      TRUSTED_PROXIES: "10.0.0.0/8",
      RATE_LIMIT_BURST: "5",
      RATE_LIMIT_PER_SECOND: "0.5",
      MAX_IN_FLIGHT: "10",
      MAX_STREAMS: "20",
      KEEP_ALIVE_SECONDS: "120",
      OTP_SENDS_PER_PHONE: "3",
      LOG_LEVEL: "warn",
      OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318",
      BOOTSTRAP_API_KEY: "a-key-of-our-own",
    };
    expect(Object.keys(given)).toEqual(settingNames);
    expect(loadConfig({ ...given, NODE_ENV: "development" }, {})).toEqual({
      port: 8080,
      host: "0.0.0.0",
      baseUrl: "https://sms.example.com",
      databaseUrl: "postgresql://user:secret@db.example.com/messaging?sslmode=require",
      databaseTopology: "citus",
      databaseNodes: new Map([
        ["worker-1:5432", "10.0.0.7:6432"],
        ["[fd00::2]:5432", "db2.example.com:5432"],
      ]),
      databasePool: 2,
      dataDir: "/var/lib/messaging",
      role: "worker",
      workerPort: 9000,
      provider: { kind: "twilio", accountSid: "AC1", authToken: "token", baseUrl: "https://api.example.com" },
      phone: "on",
      webhookClientSecret: "token",
      oldWebhookClientSecret: "previous",
      webhookAllowPrivate: ["127.0.0.0/8", "fd00::/8"],
      mediaStore: {
        bucket: "pictures",
        prefix: "of/texts",
        region: "eu-central-1",
        endpoint: "https://s3.example.com:9000",
        credentials: { accessKeyId: "id", secretAccessKey: "secret", sessionToken: "session" },
      },
      secretKey,
      oldSecretKey,
      callbackRetentionDays: 7,
      messageRetentionDays: 90,
      trustedProxies: ["10.0.0.0/8"],
      rateLimit: { burst: 5, perSecond: 0.5 },
      maxInFlight: 10,
      maxStreams: 20,
      keepAliveSeconds: 120,
      otpSendsPerPhone: 3,
      logLevel: "warn",
      tracesEndpoint: "http://collector:4318",
      bootstrapApiKey: "a-key-of-our-own",
      checkAnswers: true,
    });
  });

  test("count as absent if they are empty", () => {
    const empty = Object.fromEntries(settingNames.map((name) => [name, ""]));

    expect(loadConfig(empty, {})).toEqual(loadConfig({}, {}));
  });

  test("from the environment take precedence over `.env`, and an empty value hides the value of the file", () => {
    const dotenv = { PORT: "4000", HOST: "::1", ROLE: "api" };

    expect(loadConfig({ PORT: "5000", HOST: "" }, dotenv)).toMatchObject({
      port: 5000,
      host: "127.0.0.1",
      role: "api",
    });
  });

  test("resolve a relative data directory in the project's folder, from any working directory", () => {
    expect(loadConfig({ DATA_DIR: "data/of/mine" }, {}).dataDir).toBe(join(root, "data", "of", "mine"));
  });

  test.each([
    ["PORT", ["-1", "65536", "80.5", "http"]],
    ["BASE_URL", ["sms.example.com", "ftp://sms.example.com"]],
    ["DATABASE_URL", ["localhost/messaging", "mysql://localhost/messaging"]],
    ["DATABASE_TOPOLOGY", ["sharded", "Citus"]],
    ["DATABASE_NODES", ["worker-1", "worker-1:5432", "a:1=b", "a:1=b:70000", "a:1=b:2;c:3=d:4", "a:1=b:2,a:1=c:3"]],
    ["DATABASE_POOL", ["0", "1", "2.5", "many", "1001"]],
    ["ROLE", ["both", "API"]],
    ["WORKER_PORT", ["-1", "65536", "http"]],
    ["PROVIDER", ["nobody"]],
    ["PHONE", ["yes", "ON"]],
    ["PROVIDER_BASE_URL", ["api.example.com"]],
    ["WEBHOOK_ALLOW_PRIVATE", ["127.0.0.1", "10.0.0.0/33", "localhost", "10.0.0.0/8 fd00::/8", "10.0.0.0/8;::1/128"]],
    ["TRUSTED_PROXIES", ["10.0.0.1", "proxy"]],
    ["SECRET_KEY", ["s".repeat(31)]],
    ["SECRET_KEY_OLD", ["s".repeat(31)]],
    ["CALLBACK_RETENTION_DAYS", ["0", "-1", "1.5", "for ever"]],
    ["MESSAGE_RETENTION_DAYS", ["0", "-1", "1.5", "36501", "for ever"]],
    ["RATE_LIMIT_BURST", ["0", "1.5", "many"]],
    ["RATE_LIMIT_PER_SECOND", ["0", "-1", "many"]],
    ["OTP_SENDS_PER_PHONE", ["-1", "1.5", "many"]],
    ["LOG_LEVEL", ["loud"]],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", ["localhost:4318", "grpc://localhost"]],
    ["BOOTSTRAP_API_KEY", ["short", "with a space in it", "k".repeat(201), "ends-in-test-mode_test"]],
  ])("refuse an invalid %s", (name, values) => {
    const others: Record<string, string> = name === "DATABASE_URL" ? { SECRET_KEY: "s".repeat(32) } : {};
    for (const value of values) {
      expect({ value, faults: faultsOf({ ...others, [name]: value }) }).toEqual({
        value,
        faults: [expect.stringMatching(`^${name}: .+`)],
      });
    }
  });

  test("require the new auth token of the provider beside the previous one", () => {
    expect(faultsOf({ WEBHOOK_CLIENT_SECRET_OLD: "previous" })).toEqual([
      expect.stringMatching(/^WEBHOOK_CLIENT_SECRET: must be set beside WEBHOOK_CLIENT_SECRET_OLD/),
    ]);
  });

  test("require a SECRET_KEY beside DATABASE_URL", () => {
    expect(faultsOf({ DATABASE_URL: "postgresql://localhost/messaging" })).toEqual([
      expect.stringMatching(/^SECRET_KEY: must be set beside DATABASE_URL/),
    ]);
  });

  test("require a DATABASE_URL with DATABASE_TOPOLOGY=citus, because the embedded database is not a cluster", () => {
    expect(faultsOf({ DATABASE_TOPOLOGY: "citus" })).toEqual([
      expect.stringMatching(/^DATABASE_URL: must be set with DATABASE_TOPOLOGY=citus/),
    ]);
  });

  test("refuse DATABASE_NODES without a cluster", () => {
    expect(faultsOf({ DATABASE_NODES: "worker-1:5432=10.0.0.7:6432" })).toEqual([
      "DATABASE_NODES: must not be set without DATABASE_TOPOLOGY=citus",
    ]);
  });

  test("refuse an invalid MEDIA_STORE", () => {
    const keys = { AWS_ACCESS_KEY_ID: "id", AWS_SECRET_ACCESS_KEY: "secret" };
    for (const address of [
      ...["pictures", "https://pictures", "s3://", "s3://P", "s3://pictures/a:b", "s3://pictures/a?b=c"],
      ...["s3://pictures?endpoint=s3.example.com", "s3://pictures?endpoint=https://s3.example.com/path"],
      ...["s3://pictures?region=", "s3://pictures?endpoint=https://user:secret@s3.example.com"],
    ])
      expect({ address, faults: faultsOf({ ...keys, MEDIA_STORE: address }) }).toEqual({
        address,
        faults: [expect.stringMatching(/^MEDIA_STORE: must be an address like s3:/)],
      });
  });

  test("require an access key with MEDIA_STORE", () => {
    expect(faultsOf({ MEDIA_STORE: "s3://pictures" })).toEqual([
      "AWS_ACCESS_KEY_ID: must be set with MEDIA_STORE",
      "AWS_SECRET_ACCESS_KEY: must be set with MEDIA_STORE",
    ]);
  });

  test("require the account and its token with PROVIDER=twilio", () => {
    expect(faultsOf({ PROVIDER: "twilio" })).toEqual([
      expect.stringMatching(/^PROVIDER_ACCOUNT_SID: must be set/),
      expect.stringMatching(/^WEBHOOK_CLIENT_SECRET: must be set/),
    ]);
  });

  test("list all invalid settings at once, without their values", () => {
    const wrong = { PORT: "none", DATABASE_URL: "mysql://hidden", ROLE: "both", BOOTSTRAP_API_KEY: "hidden" };

    const faults = faultsOf(wrong);

    expect(faults.map((fault) => fault.split(":")[0])).toEqual([...Object.keys(wrong), "SECRET_KEY"]);
    expect(faults.join("\n")).not.toContain("hidden");
  });
});

describe("the documentation of the settings", () => {
  const example = readFileSync(join(root, ".env.example"), "utf8");
  const page = readFileSync(join(root, "docs/operating.md"), "utf8");
  const rows = [...page.matchAll(/^\| `([A-Z_]+)` \|([^|]+)\|/gm)];

  test("has each setting once in .env.example, commented out with its default and a description", () => {
    expect([...example.matchAll(/^# .+\n# ([A-Z_]+)=/gm)].map(([, name]) => name)).toEqual(settingNames);
    expect(parseEnv(example)).toEqual({});
    const uncommented = parseEnv(example.replaceAll(/^# (?=[A-Z_]+=)/gm, ""));
    expect(loadConfig({}, { ...uncommented, PORT: "" })).toEqual(loadConfig({}, {}));
  });

  test("has each setting once in the table of docs/operating.md", () => {
    expect(rows.map(([, name]) => name)).toEqual(settingNames);
  });

  test("has the same defaults in the table of docs/operating.md as in .env.example", () => {
    const defaults = parseEnv(example.replaceAll(/^# (?=[A-Z_]+=)/gm, ""));
    for (const [, name = "", cell = ""] of rows.filter(([, name = ""]) => defaults[name] !== "")) {
      expect(`${name} ${cell.replaceAll("`", "").trim()}`).toMatch(new RegExp(`^${name} ${defaults[name]}\\b`));
    }
  });
});
