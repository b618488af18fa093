import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { TestContext } from "vitest";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { findBinaries } from "../../server/db/embedded/binaries.ts";
import { openEmbedded, stopEmbedded } from "../../server/db/embedded/embedded.ts";
import { findKeepers, isRunning, query, readPostmaster } from "../support/embedded.ts";
import { makeDirectory, openElsewhere, settings, spawnUser } from "../support/embedded-users.ts";

/** A database that was created and stopped. A copy costs a tenth of a new database. */
const created = mkdtempSync(join(tmpdir(), "embedded-"));
beforeAll(async () => {
  const database = await openEmbedded(created, { settings });
  await database.close();
});
afterAll(() => rmSync(created, { recursive: true, force: true }));

/** The directory of a process that was killed after it started PostgreSQL, and before PostgreSQL was ready. */
async function killStarting(context: TestContext): Promise<string> {
  // A process may become ready before it learns of the file.
  for (let attempt = 1; ; attempt++) {
    const directory = copyDirectory(context);
    const killedAt = { folder: join(directory, "data"), prefix: "postmaster.pid" };
    await spawnUser(context, directory, { killedAt }).ended;
    if (readdirSync(directory).includes("lock")) return directory;
    expect(attempt).toBeLessThan(5);
  }
}

describe.concurrent("the embedded database", () => {
  test("is created on first use and keeps its data", async (context) => {
    const directory = makeDirectory(context);
    const first = await openEmbedded(directory, { settings });
    await query(first, "create table note as select 'kept' as text");
    await first.close();
    expect(isRunning(directory)).toBe(false);

    const second = await openEmbedded(directory, { settings });
    expect(await query(second, "select text from note")).toEqual([{ text: "kept" }]);
    await second.close();
    await second.close();
  });

  test("listens on a socket that only its owner can reach, regardless of PG variables", async (context) => {
    const directory = makeDirectory(context);
    const other = await openElsewhere(context, directory, {
      PGDATA: "/nowhere",
      PGPORT: "1",
      PGHOST: "nowhere",
      PGUSER: "nobody",
      PGOPTIONS: "-c nonsense=1",
      PGCLIENTENCODING: "nonsense",
    });

    expect(other.database).toEqual({
      host: join(directory, "socket"),
      port: 5432,
      user: "messaging",
      database: "messaging",
    });
    expect(statSync(other.database.host).mode & 0o777).toBe(0o700);
    expect(await query(other.database, "show listen_addresses")).toEqual([{ listen_addresses: "" }]);
    expect(await query(other.database, "show fsync")).toEqual([{ fsync: "off" }]);
    expect(await query(other.database, "show timezone")).toEqual([{ TimeZone: "UTC" }]);
  });

  test("receives no secret from the environment of the process that starts it", async (context) => {
    const { database } = await openElsewhere(context, copyDirectory(context), {
      SECRET_KEY: "a secret of the tests",
      WEBHOOK_CLIENT_SECRET: "another secret",
      DATABASE_URL: "postgresql://user:password@host/database",
    });
    await query(database, "create table variable (assignment text)");
    await query(database, "copy variable from program 'env'");

    const names = (await query(database, "select split_part(assignment, '=', 1) as name from variable")).map(
      ({ name }) => String(name),
    );

    expect(names).toContain("PATH");
    expect(names.filter((name) => /SECRET|DATABASE|PASSWORD/.test(name))).toEqual([]);
  });

  test("is started once by four concurrent processes, and stopped by the last", async (context) => {
    const directory = makeDirectory(context);
    const [last, ...others] = await Promise.all([1, 2, 3, 4].map(() => openElsewhere(context, directory)));
    if (!last) throw new Error("unreachable");
    const postmaster = readPostmaster(directory);
    expect(readFileSync(join(directory, "postgres.log"), "utf8").match(/starting PostgreSQL/g)).toHaveLength(1);

    await Promise.all(others.map((other) => other.close()));
    expect(await query(last.database, "select 1 as one")).toEqual([{ one: 1 }]);
    expect(readPostmaster(directory)).toBe(postmaster);

    await last.close();
    expect(isRunning(directory)).toBe(false);
  });

  test("does not keep running for a process that was killed", async (context) => {
    const directory = copyDirectory(context);
    const killed = await openElsewhere(context, directory);
    const database = await openEmbedded(directory, { settings });
    await killed.kill();
    await vi.waitFor(async () => expect(await findKeepers(database)).toHaveLength(1), { timeout: 5_000 });

    await database.close();

    expect(isRunning(directory)).toBe(false);
  });

  test("keeps committed data when its postmaster is killed, and starts again for the next process", async (context) => {
    const directory = copyDirectory(context);
    const abandoned = await openElsewhere(context, directory);
    await query(abandoned.database, "create table note as select 'kept' as text");
    await abandoned.kill();
    process.kill(readPostmaster(directory), "SIGKILL");

    const database = await openEmbedded(directory, { settings });

    expect(await query(database, "select text from note")).toEqual([{ text: "kept" }]);
    await database.close();
    expect(isRunning(directory)).toBe(false);
  });

  test("restarts for a process that still uses it after its postmaster was killed", async (context) => {
    const directory = copyDirectory(context);
    const database = await openEmbedded(directory, { settings });
    const killed = readPostmaster(directory);
    process.kill(killed, "SIGKILL");

    await vi.waitFor(async () => expect(await findKeepers(database)).toHaveLength(1), { timeout: 10_000 });
    expect(readPostmaster(directory)).not.toBe(killed);
    await database.close();
    expect(isRunning(directory)).toBe(false);
  });

  test("recovers from a killed backend while several processes use it, and stops with the last", async (context) => {
    const directory = copyDirectory(context);
    const database = await openEmbedded(directory, { settings });
    const other = await openEmbedded(directory, { settings });
    const before = await findKeepers(database);
    process.kill(before[0]!, "SIGKILL");

    // Every session ends with the backend after a moment, and its users open new sessions.
    await vi.waitFor(
      async () => {
        const keepers = await findKeepers(database);
        expect(keepers.filter((pid) => !before.includes(pid))).toHaveLength(2);
      },
      { timeout: 10_000 },
    );
    await other.close();
    expect(isRunning(directory)).toBe(true);
    await database.close();
    expect(isRunning(directory)).toBe(false);
  });

  test("stays stopped after stopEmbedded, and closing it afterwards is not an error", async (context) => {
    const directory = copyDirectory(context);
    const [one, two] = [await openEmbedded(directory, { settings }), await openEmbedded(directory, { settings })];

    expect(await stopEmbedded(directory)).toBe(true);
    expect(await stopEmbedded(directory)).toBe(false);
    await one.close();
    await two.close();
    expect(isRunning(directory)).toBe(false);
    expect(readFileSync(join(directory, "postgres.log"), "utf8").match(/starting PostgreSQL/g)).toHaveLength(1);
  });

  test("is created by the next process if a process is killed during its creation", async (context) => {
    const directory = makeDirectory(context);
    await spawnUser(context, directory, { killedAt: { folder: directory, prefix: "init-" } }).ended;
    expect(readdirSync(directory)).toContain("lock");
    expect(readdirSync(directory)).not.toContain("data");

    const database = await openEmbedded(directory, { settings });

    expect(await query(database, "select 1 as one")).toEqual([{ one: 1 }]);
    expect(readdirSync(directory).filter((name) => name.startsWith("init-"))).toEqual([]);
    await database.close();
  });

  test("is used by the next process if a process is killed while starting it", async (context) => {
    const directory = await killStarting(context);
    const postmaster = readPostmaster(directory);

    const database = await openEmbedded(directory, { settings });

    expect(await query(database, "select 1 as one")).toEqual([{ one: 1 }]);
    expect(readPostmaster(directory)).toBe(postmaster);
    await database.close();
    expect(isRunning(directory)).toBe(false);
  });

  test("runs in a directory whose path is too long for a socket", async (context) => {
    const directory = join(makeDirectory(context), "a".repeat(60), "b".repeat(60));
    const database = await openEmbedded(directory, { settings });
    context.onTestFinished(() => rmSync(database.host, { recursive: true, force: true }));

    expect(dirname(database.host)).toBe(tmpdir());
    expect(statSync(database.host).mode & 0o777).toBe(0o700);
    const joined = await openEmbedded(directory, { database: "second" });
    expect(await query(joined, "select current_database() as name")).toEqual([{ name: "second" }]);
    await joined.close();
    await database.close();
    expect(isRunning(directory)).toBe(false);
  });

  test("runs inside a folder that only its owner may enter", async (context) => {
    const parent = join(makeDirectory(context), "private");
    mkdirSync(parent, { mode: 0o700 });
    const directory = join(parent, "messages, John's");

    const database = await openEmbedded(directory, { settings });

    expect(await query(database, "select lower('É') as lower")).toEqual([{ lower: "é" }]);
    await database.close();
    expect(isRunning(directory)).toBe(false);
  });

  test("reports PostgreSQL's own message if it does not start", async (context) => {
    const opening = openEmbedded(copyDirectory(context), { settings: { ...settings, work_mem: "plenty" } });

    await expect(opening).rejects.toThrow(/invalid value for parameter "work_mem"/);
  });

  test("advises a DATABASE_URL if no PostgreSQL can be embedded", () => {
    expect(() => findBinaries("sunos", "sparc")).toThrow(/DATABASE_URL/);
  });
});

/** A directory with a database that has run before. */
function copyDirectory(context: TestContext): string {
  const directory = makeDirectory(context);
  execFileSync("cp", ["-pR", join(created, "data"), join(directory, "data")]);
  return directory;
}
