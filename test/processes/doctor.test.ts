import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { judgeDurability } from "../../cli/doctor/database.ts";
import { checkNode } from "../../cli/doctor/runtime.ts";
import { checkBaseUrl } from "../../cli/doctor/settings.ts";
import { loadConfig } from "../../server/config.ts";
import type { Database } from "../../server/db/database.ts";
import { openEmbedded } from "../../server/db/embedded/embedded.ts";
import { runInProcess } from "../support/cli.ts";
import { createBlankDatabase, createDatabase } from "../support/database.ts";
import { startForwarder } from "../support/forwarder.ts";
import {
  type Finished,
  noSettings,
  root,
  runCli,
  type Settings,
  settingsFor,
  useProcesses,
} from "../support/process.ts";

const { newPath } = useProcesses();

interface Finding {
  check: string;
  status: "ok" | "warn" | "fail";
  found: string;
  todo: string | null;
}

let database: Database;
let healthy: Settings;
beforeAll(async () => {
  database = await createDatabase();
  healthy = {
    ...settingsFor(database),
    SECRET_KEY: "0123456789abcdef0123456789abcdef",
    BASE_URL: "https://sms.example.com",
  };
  await database.orm.em.fork().execute(`alter database ${nameOf(database)} set synchronous_commit = on`);
});
afterAll(() => database.close());

/** Runs the doctor with these settings on top of healthy settings. Returns the findings by check. */
async function examine(settings: Settings = {}) {
  const finished = await runHere({ ...healthy, ...settings }, "doctor");
  const findings: Finding[] = JSON.parse(finished.stdout);
  return { ...finished, findings, byCheck: Object.fromEntries(findings.map((finding) => [finding.check, finding])) };
}

/** Runs a command line in this process, which is much faster than a new process. */
const runHere = (settings: Settings, ...argv: string[]) => runInProcess(argv, { env: { ...noSettings, ...settings } });

const nameOf = ({ address }: Database) => ("url" in address ? "" : address.database);

/** The statuses of healthy settings. The tests' PostgreSQL runs without fsync. */
const findingsOfHealthy = [...Array(10).fill("ok"), "warn", ...Array(7).fill("ok")];

const failure = (checks: string): Partial<Finished> => ({ code: 8, stderr: `error: Failed checks: ${checks}\n` });

describe.concurrent("the doctor", () => {
  test("warns only about the tests' fsync, and exits with 0", async () => {
    const { code, stderr, findings } = await examine();

    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(findings.map(({ check }) => check)).toEqual([
      ...[
        "node",
        "settings",
        "database",
        "notifications",
        "migrations",
        "queue",
        "numbers",
        "backup",
        "clock",
        "isolation",
        "durability",
        "base-url",
      ],
      ...["secret-key", "database-tls", "provider-tls", "provider-secret", "signature", "provider"],
    ]);
    expect(findings.filter(({ status }) => status !== "ok")).toEqual([
      {
        check: "durability",
        status: "warn",
        found: "synchronous_commit on, fsync off",
        todo: "Set fsync to on. Otherwise a crash can lose acknowledged data.",
      },
    ]);
  });

  test("writes a table with --output table", async () => {
    const { stdout } = await runCli(healthy, "doctor", "--output", "table");

    const [heading = "", ...rows] = stdout.trimEnd().split("\n");
    expect(heading.split(/ {2,}/)).toEqual(["CHECK", "STATUS", "FOUND", "TODO"]);
    expect(rows.map((row) => row.split(/ {2,}/)[1])).toEqual(findingsOfHealthy);
  });

  test("fails on a database without a schema, and shows how to migrate", async () => {
    const blank = await createBlankDatabase();

    const { byCheck, ...finished } = await examine(settingsFor(blank));

    expect(finished).toMatchObject(failure("migrations, queue"));
    expect(byCheck.database).toMatchObject({ status: "ok" });
    for (const check of ["migrations", "queue"]) {
      expect(byCheck[check]).toMatchObject({ status: "fail", todo: expect.stringContaining("messaging db migrate") });
    }
    await blank.close();
  });

  test("finds a connection pooler, and shows the missing defaults of its role", async () => {
    const database = await createDatabase();
    const pooler = await startForwarder(database, { isPooler: true });
    const examinePooler = async () => (await examine({ DATABASE_URL: pooler.url })).byCheck.pooler!;

    const warning = await examinePooler();
    expect(warning).toMatchObject({ status: "warn", todo: expect.stringContaining("set lock_timeout = '8000ms';") });
    await database.orm.em.fork().execute(warning.todo!.slice(warning.todo!.indexOf("alter role")));
    expect(await examinePooler()).toMatchObject({ status: "ok", todo: null });

    await pooler.close();
    await database.close();
  });

  test("fails if the database is unavailable, runs the other checks, and hides the password", async () => {
    const DATABASE_URL = "postgresql://messaging:hidden@localhost/away?host=/nonexistent";

    const { byCheck, stdout, ...finished } = await examine({ DATABASE_URL });

    expect(finished).toMatchObject(failure("database"));
    expect(byCheck.database).toMatchObject({ status: "fail", todo: expect.stringContaining("DATABASE_URL") });
    expect(Object.keys(byCheck)).toEqual(expect.not.arrayContaining(["migrations", "queue", "clock"]));
    expect(byCheck["base-url"]).toMatchObject({ status: "ok" });
    expect(stdout).not.toContain("hidden");
  });

  test("fails on invalid settings, and lists all of them without their values", async () => {
    const { findings, stdout, ...finished } = await examine({ PORT: "hidden", ROLE: "boss" });

    expect(finished).toMatchObject(failure("settings"));
    expect(findings.map(({ check }) => check)).toEqual(["node", "settings"]);
    expect(findings[1]!.found).toMatch(/^PORT: .+; ROLE: /);
    expect(stdout).not.toContain("hidden");
  });

  test("warns about weak settings, and exits with 0", async () => {
    const SECRET_KEY = "a".repeat(32);

    const { code, byCheck, stdout } = await examine({ BASE_URL: "", SECRET_KEY });

    expect(code).toBe(0);
    expect(byCheck["base-url"]).toMatchObject({ status: "warn", todo: expect.stringContaining("BASE_URL") });
    expect(byCheck["secret-key"]).toMatchObject({ status: "warn", todo: expect.stringContaining("openssl rand") });
    expect(stdout).not.toContain(SECRET_KEY);
  });

  test("fails on a database whose sessions have another isolation level", async () => {
    const other = await createDatabase();
    await other.orm.em
      .fork()
      .execute(`alter database ${nameOf(other)} set default_transaction_isolation = 'serializable'`);

    const { byCheck, ...finished } = await examine(settingsFor(other));

    expect(finished).toMatchObject(failure("isolation"));
    expect(byCheck.isolation).toMatchObject({ found: "serializable", todo: expect.stringContaining("read committed") });
    await other.close();
  });

  test("warns about a short secret for callbacks with every provider", async () => {
    const { code, byCheck, stdout } = await examine({ WEBHOOK_CLIENT_SECRET: "hush" });

    expect(code).toBe(0);
    expect(byCheck["provider-secret"]).toMatchObject({
      status: "warn",
      found: expect.stringContaining("4 characters"),
    });
    expect(stdout).not.toContain("hush");
  });

  test("checks the embedded database, and does not create a missing database", async () => {
    const DATA_DIR = newPath();
    const settings = { ...healthy, DATABASE_URL: "", DATA_DIR };

    const none = await runHere(settings, "doctor");
    expect(JSON.parse(none.stdout)).toContainEqual(
      expect.objectContaining({ check: "database", status: "warn", found: expect.stringContaining(DATA_DIR) }),
    );
    expect(existsSync(DATA_DIR)).toBe(false);

    const embedded = await openEmbedded(DATA_DIR, { settings: { fsync: "off" } });
    const blank = await runHere(settings, "doctor");
    expect(JSON.parse(blank.stdout)).toContainEqual(
      expect.objectContaining({ check: "database", status: "ok", found: expect.stringContaining("embedded") }),
    );
    await embedded.close();
  });
});

describe("a check", () => {
  test.each([
    ["22.15.0", "fail"],
    ["24.0.0", "ok"],
    ["26.1.2", "ok"],
  ])("of Node %s returns %s", (version, status) => {
    expect(checkNode(version)).toMatchObject({ status, found: version });
  });

  test("of Node requires the minimum version of package.json", () => {
    const { engines } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    expect(checkNode("1.0.0").todo).toContain(`Node ${engines.node.replace(">=", "")} or later`);
  });

  test.each([
    ["on", "on", "ok"],
    ["local", "on", "ok"],
    ["off", "on", "warn"],
    ["on", "off", "warn"],
  ])("of synchronous_commit %s and fsync %s returns %s", (synchronous_commit, fsync, status) => {
    const modes = { default_transaction_isolation: "read committed", synchronous_commit, fsync };
    expect(judgeDurability(modes)).toMatchObject({ status });
  });

  test.each([
    ...["https://sms.example.com", "https://93.184.216.34", "https://[2606:2800:220:1::1]"].map((url) => [url, "ok"]),
    ...["http://sms.example.com", "https://localhost", "https://10.1.2.3", "https://172.16.0.1:8443"].map((url) => [
      url,
      "warn",
    ]),
    ...["https://[::1]", "https://[fd00::1]", "https://printer.local", "https://server"].map((url) => [url, "warn"]),
  ] as [string, string][])("of the address %s returns %s", (url, status) => {
    expect(checkBaseUrl(loadConfig({ BASE_URL: url }, {}))).toMatchObject({ status });
  });
});
