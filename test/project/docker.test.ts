import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { loadConfig, settingNames } from "../../server/config.ts";
import {
  copiedInto,
  environmentOf,
  readDockerfile,
  resolveStage,
  type Stage,
  valuesOf,
} from "../support/dockerfile.ts";

const root = join(import.meta.dirname, "..", "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const { engines } = JSON.parse(read("package.json"));

interface Service {
  image: string;
  build?: { context: string; args: Record<string, string> };
  environment: Record<string, string>;
  healthcheck?: { test: string[] };
  depends_on?: Record<string, { condition: string }>;
  volumes?: string[];
  ports?: string[];
}

const compose: { services: Record<"postgres" | "server" | "worker", Service>; volumes: Record<string, unknown> } =
  parse(read("docker-compose.yml"), { merge: true });
const { postgres, server, worker } = compose.services;

/** Fills in variables as compose does: `${NAME}`, `${NAME:-default}`, and `${NAME:?message}`, which must be given. */
function substitute(service: Service, given: Record<string, string>): Record<string, string> {
  const fill = (text: string) =>
    text.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind?: string, rest = "") => {
      if (given[name]) return given[name];
      if (kind === "?") throw new Error(`${name}: ${rest}`);
      return kind === "-" ? rest : "";
    });
  return Object.fromEntries(Object.entries(service.environment).map(([name, value]) => [name, fill(value)]));
}

const secrets = { SECRET_KEY: "s".repeat(32), WEBHOOK_CLIENT_SECRET: "token" };

describe("docker-compose.yml", () => {
  test("has a server and a worker of one image on one database", () => {
    expect(Object.keys(compose.services)).toEqual(["postgres", "server", "worker"]);
    expect(server).toMatchObject({ build: { context: "." }, image: worker.image, ports: ["3000:3000"] });
    expect(worker.ports).toBeUndefined();
    // Only the server makes the first key.
    const { BOOTSTRAP_API_KEY, ...environment } = server.environment;
    expect({ ...environment, ROLE: "" }).toEqual({ ...worker.environment, ROLE: "" });
    expect(BOOTSTRAP_API_KEY).toBeDefined();
  });

  test("gives each process valid settings", () => {
    for (const [service, role] of [
      [server, "api"],
      [worker, "worker"],
    ] as const) {
      const environment = substitute(service, secrets);
      for (const name of Object.keys(environment)) expect(settingNames).toContain(name);
      expect(loadConfig(environment, {})).toMatchObject({ role, secretKey: secrets.SECRET_KEY });
    }
  });

  test("passes on the settings of a provider", () => {
    const given = { ...secrets, PROVIDER: "twilio", PROVIDER_ACCOUNT_SID: "AC1", BASE_URL: "https://sms.example.com" };

    expect(loadConfig(substitute(server, given), {})).toMatchObject({
      baseUrl: "https://sms.example.com",
      provider: { kind: "twilio", accountSid: "AC1", authToken: "token" },
    });
  });

  test("requires SECRET_KEY, and the provider's secret only with a provider", () => {
    for (const service of [server, worker]) {
      expect(() => substitute(service, { WEBHOOK_CLIENT_SECRET: "token" })).toThrow("SECRET_KEY: set it");
      const given = { SECRET_KEY: secrets.SECRET_KEY };
      expect(loadConfig(substitute(service, given), {})).toMatchObject({ provider: { kind: "simulated" } });
      const live = substitute(service, { ...given, PROVIDER: "twilio", PROVIDER_ACCOUNT_SID: "AC1" });
      expect(() => loadConfig(live, {})).toThrow("WEBHOOK_CLIENT_SECRET: must be set");
    }
  });

  test("keeps the data in its own volume, at the path of this PostgreSQL version", () => {
    expect(postgres).toMatchObject({
      image: expect.stringContaining("postgres:18"),
      volumes: ["postgres:/var/lib/postgresql"],
    });
    expect(Object.keys(compose.volumes)).toEqual(["postgres"]);
    const { POSTGRES_USER: user, POSTGRES_PASSWORD: password, POSTGRES_DB: database } = postgres.environment;
    expect(server.environment.DATABASE_URL).toBe(`postgresql://${user}:${password}@postgres/${database}`);
  });

  test("starts both once the database is healthy, and has a health check for each service", () => {
    for (const { depends_on } of [server, worker]) {
      expect(depends_on).toEqual({ postgres: { condition: "service_healthy" } });
    }
    expect(postgres.healthcheck).toMatchObject({ test: expect.arrayContaining(["CMD", "pg_isready"]) });
    // Theirs is the image's, which asks PORT.
    expect([server.healthcheck, worker.healthcheck]).toEqual([undefined, undefined]);
    expect(read("Dockerfile")).toContain(` PORT=${worker.environment.WORKER_PORT} `);
  });
});

describe("the Dockerfile", () => {
  const { args, stages } = readDockerfile();
  const [dependencies, server, embeddedDependencies, embedded] = [
    "dependencies",
    "server",
    "embedded-dependencies",
    "embedded",
  ].map((name) => resolveStage(stages, name)) as [Stage, Stage, Stage, Stage];
  const copied = stages.flatMap(copiedInto);

  test("has stages with the Node version of package.json, the last of which is the one without a database", () => {
    const image = `node:${engines.node.replace(">=", "")}-slim`;
    expect(args).toEqual([`NODE_IMAGE=${image}`]);
    for (const { from } of [dependencies, server, embeddedDependencies, embedded]) expect(from).toBe("$NODE_IMAGE");
    expect(stages.at(-1)?.name).toBe("server");
    expect(compose.services.server.build).toEqual({ context: ".", args: { NODE_IMAGE: `\${NODE_IMAGE:-${image}}` } });
  });

  test("installs no development tools, and the bundled PostgreSQL only where it runs", () => {
    const production = /^npm ci (?=.*--omit=dev\b)(?=.*--ignore-scripts\b)/;
    const [lean] = valuesOf(dependencies, "RUN");
    expect(lean).toMatch(production);
    expect(lean).toContain("--omit=optional");
    const complete = valuesOf(embeddedDependencies, "RUN").at(-1);
    expect(complete).toMatch(production);
    expect(complete).not.toContain("optional");
    for (const [stage, from] of [
      [server, "dependencies"],
      [embedded, "embedded-dependencies"],
    ] as const)
      expect(valuesOf(stage, "COPY").at(-1)).toBe(`--from=${from} /srv/messaging/node_modules node_modules`);
  });

  test("runs the server as an unprivileged user", () => {
    for (const stage of [server, embedded]) {
      expect(valuesOf(stage, "USER")).toEqual(["node"]);
      expect(valuesOf(stage, "CMD")).toEqual(['["node", "server/main.ts"]']);
    }
    const names = server.instructions.map(([name]) => name);
    expect(names.indexOf("USER")).toBeGreaterThan(names.lastIndexOf("RUN"));
  });

  test("checks the health of the process without its database", () => {
    expect(valuesOf(server, "HEALTHCHECK")).toEqual([expect.stringContaining("/healthz")]);
  });

  test("has a folder for the first key that only the server's user can enter", () => {
    const { DATA_DIR: directory } = environmentOf(server);
    expect(valuesOf(server, "RUN")[0]).toBe(`install -d -o node -g node -m 700 ${directory}`);
    expect(valuesOf(embedded, "VOLUME")).toEqual([directory]);
    expect(read("docker-compose.yml")).toContain(`cat ${directory}/first-api-key`);
  });

  test("copies only existing paths that .dockerignore allows", () => {
    const allowed = [...read(".dockerignore").matchAll(/^!(.+)$/gm)].map(([, path]) => path);

    for (const path of copied) expect(existsSync(join(root, path)), path).toBe(true);
    expect(new Set(copied)).toEqual(new Set(allowed));
  });

  test("copies all files that the server and the command line need", async () => {
    const directory = mkdtempSync(join(tmpdir(), "messaging-image-"));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    for (const path of copied) cpSync(join(root, path), join(directory, path), { recursive: true });
    symlinkSync(join(root, "node_modules"), join(directory, "node_modules"));

    const modules = [
      "server/process/start.ts",
      "server/tracing/open-telemetry.ts",
      "server/provider/twilio/send.ts",
      "cli/program.ts",
    ];
    const program = modules.map((module) => `await import("./${module}");`).join("");
    const run = promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program], { cwd: directory });
    await expect(run).resolves.toEqual({ stdout: "", stderr: "" });
  });
});
