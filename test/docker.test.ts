import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { loadConfig, settingNames } from "../server/config.ts";

const root = join(import.meta.dirname, "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const { engines } = JSON.parse(read("package.json"));

interface Service {
  image: string;
  build?: string;
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
    expect(server).toMatchObject({ build: ".", image: worker.image, ports: ["3000:3000"] });
    expect(worker.ports).toBeUndefined();
    expect({ ...server.environment, ROLE: "" }).toEqual({ ...worker.environment, ROLE: "" });
  });

  test("gives each process settings that are valid", () => {
    for (const [service, role] of [
      [server, "api"],
      [worker, "worker"],
    ] as const) {
      const environment = substitute(service, secrets);
      for (const name of Object.keys(environment)) expect(settingNames).toContain(name);
      expect(loadConfig(environment, {})).toMatchObject({ role, secretKey: secrets.SECRET_KEY });
    }
  });

  test("passes on what a provider needs", () => {
    const given = { ...secrets, PROVIDER: "twilio", PROVIDER_ACCOUNT_SID: "AC1", BASE_URL: "https://sms.example.com" };

    expect(loadConfig(substitute(server, given), {})).toMatchObject({
      baseUrl: "https://sms.example.com",
      provider: { kind: "twilio", accountSid: "AC1", authToken: "token" },
    });
  });

  test.each(Object.keys(secrets))("asks for %s", (name) => {
    for (const service of [server, worker]) {
      expect(() => substitute(service, { ...secrets, [name]: "" })).toThrow(`${name}: set it`);
    }
  });

  test("keeps the data in a volume of its own, where this PostgreSQL has it", () => {
    expect(postgres).toMatchObject({ image: "postgres:18", volumes: ["postgres:/var/lib/postgresql"] });
    expect(Object.keys(compose.volumes)).toEqual(["postgres"]);
    const { POSTGRES_USER: user, POSTGRES_PASSWORD: password, POSTGRES_DB: database } = postgres.environment;
    expect(server.environment.DATABASE_URL).toBe(`postgresql://${user}:${password}@postgres/${database}`);
  });

  test("starts both once the database is healthy, and knows how each of the three is", () => {
    for (const { depends_on } of [server, worker]) {
      expect(depends_on).toEqual({ postgres: { condition: "service_healthy" } });
    }
    expect(postgres.healthcheck?.test.slice(0, 2)).toEqual(["CMD", "pg_isready"]);
    // The server's is the image's.
    expect(server.healthcheck).toBeUndefined();
    expect(worker.healthcheck?.test).toEqual(["CMD", "node", "cli/main.ts", "db", "status"]);
  });
});

describe("the Dockerfile", () => {
  const instructions = read("Dockerfile")
    .replaceAll("\\\n", " ")
    .split("\n")
    .filter((line) => /^[A-Z]+ /.test(line))
    .map((line) => line.split(/ +(.*)/) as [string, string]);
  const valuesOf = (name: string) => instructions.filter(([each]) => each === name).map(([, value]) => value);
  const copied = valuesOf("COPY")
    .filter((value) => !value.startsWith("--from"))
    .flatMap((value) => value.split(" ").slice(0, -1));

  test("has a stage for the packages and one that runs, on the Node that the package asks for", () => {
    const image = `node:${engines.node.replace(">=", "")}-slim`;
    expect(valuesOf("FROM")).toEqual([`${image} AS dependencies`, image]);
  });

  test("installs neither development tools nor the bundled Node and PostgreSQL", () => {
    expect(valuesOf("RUN")).toEqual([expect.stringMatching(/^npm ci (?=.*--omit=dev\b)(?=.*--omit=optional\b)/)]);
  });

  test("runs the server as somebody without rights, and says how it is", () => {
    const names = instructions.map(([name]) => name);
    expect(valuesOf("USER")).toEqual(["node"]);
    expect(names.indexOf("USER")).toBeGreaterThan(names.lastIndexOf("COPY"));
    expect(valuesOf("CMD")).toEqual(['["node", "server/main.ts"]']);
    expect(valuesOf("HEALTHCHECK")[0]).toContain("/readyz");
  });

  test("copies only what is there and what .dockerignore lets through", () => {
    const allowed = [...read(".dockerignore").matchAll(/^!(.+)$/gm)].map(([, path]) => path);

    for (const path of copied) expect(existsSync(join(root, path)), path).toBe(true);
    expect(new Set(copied)).toEqual(new Set(allowed));
  });

  test("copies all that the server and the command line are made of", async () => {
    const directory = mkdtempSync(join(tmpdir(), "messaging-image-"));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    for (const path of copied) cpSync(join(root, path), join(directory, path), { recursive: true });
    symlinkSync(join(root, "node_modules"), join(directory, "node_modules"));

    const modules = [
      "server/start.ts",
      "server/tracing/open-telemetry.ts",
      "server/provider/twilio.ts",
      "cli/program.ts",
    ];
    const program = modules.map((module) => `await import("./${module}");`).join("");
    const run = promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program], { cwd: directory });
    await expect(run).resolves.toEqual({ stdout: "", stderr: "" });
  });
});
