import { cpSync, existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import type { Database } from "../../server/db/database.ts";
import { Message } from "../../server/db/schema/entities/message.ts";
import { Team } from "../../server/db/schema/entities/team.ts";
import { createClient } from "../support/client.ts";
import { createDatabase } from "../support/database.ts";
import { buildBusinessNumber, buildKey, buildTeam, uniquePhone } from "../support/factories.ts";
import { root, runCli, runProgram, runServer, type Settings, settingsFor, useProcesses } from "../support/process.ts";

const { newPath, spawnServer, startServer } = useProcesses();

const databases: Database[] = [];
afterAll(() => Promise.all(databases.map((database) => database.close())));

async function newDatabase(): Promise<Database> {
  const database = await createDatabase();
  databases.push(database);
  return database;
}

describe.concurrent("settings", () => {
  test("that are invalid are all listed without a stack trace, and the server does not start", async () => {
    const { code, stdout, stderr } = await runServer({ PORT: "99999", ROLE: "boss", BASE_URL: "sms.example.com" });

    expect(code).toBe(1);
    expect(stdout).toBe("");
    expect(stderr.split("\n").map((line) => line.split(":")[0])).toEqual([
      "The configuration is not valid",
      "PORT",
      "BASE_URL",
      "ROLE",
      "",
    ]);
  });

  test("with a port in use end the server with that reason before it creates the first key", async () => {
    const database = await newDatabase();
    const { port, close } = await takePort();

    const { code, stderr } = await runServer({ ...settingsFor(database), PORT: String(port) });

    expect(code).toBe(1);
    expect(stderr).toBe(`The configuration is not valid:\nPORT: ${port} on 127.0.0.1 is in use by another process\n`);
    expect(await database.orm.em.fork().count(Team)).toBe(0);
    await close();
  });

  test("with a port in use end `messaging serve`, too, and what it has started", async () => {
    const [database, { port, close }] = [await newDatabase(), await takePort()];
    const [server, worker] = [{ PORT: String(port) }, { ROLE: "worker", WORKER_PORT: String(port) }];

    const ends = [server, worker].map((settings) => runCli({ ...settingsFor(database), ...settings }, "serve"));

    for (const end of ends) {
      const { code, stderr } = await end;
      expect(code).toBe(1);
      expect(stderr).toMatch(
        new RegExp(
          `^The configuration is not valid:\\n(WORKER_)?PORT: ${port} on 127.0.0.1 is in use by another process\\n$`,
        ),
      );
    }
    await close();
  });

  test("with a role that the database refuses end the server with that reason instead of waiting", async () => {
    const settings = settingsFor(await newDatabase());
    const url = new URL(settings.DATABASE_URL!);
    url.username = "stranger";

    const { code, stderr } = await runServer({ ...settings, DATABASE_URL: url.href });

    expect(code).toBe(1);
    expect(stderr).toBe('The configuration is not valid:\nDATABASE_URL: role "stranger" does not exist\n');
  });

  test("with a separate database and a first key leave the data directory unused", async () => {
    const settings = { ...settingsFor(await newDatabase()), DATA_DIR: newPath() };
    const server = await startServer(settings);

    expect(server.stdout).toContain("the PostgreSQL of DATABASE_URL");
    expect(await (await fetch(`${server.url}/readyz`)).json()).toEqual({ status: "ready" });
    expect(existsSync(settings.DATA_DIR)).toBe(false);
    expect(await server.stop()).toEqual({ code: 0, signal: null });
  });

  test("may contain the first key, which is not printed and works with the printed curl line", async () => {
    const BOOTSTRAP_API_KEY = "a/key+of=our-own!";
    const server = await startServer({ ...settingsFor(await newDatabase()), BOOTSTRAP_API_KEY });

    const [curl = ""] = /^ *curl .*$/m.exec(server.stdout) ?? [];
    const { stdout } = await runProgram("sh", ["-c", curl], { settings: { BOOTSTRAP_API_KEY } });
    expect(JSON.parse(stdout)).toMatchObject({ success: true, status: "queued" });
    expect(server.stdout).not.toContain(BOOTSTRAP_API_KEY);
    expect(server.stdout).not.toContain("mk_");
  });

  test("without a first key write it to a file of the owner if the output is a log", async () => {
    const settings = { ...settingsFor(await newDatabase()), BOOTSTRAP_API_KEY: "", DATA_DIR: newPath() };
    const file = join(settings.DATA_DIR, "first-api-key");
    const server = await startServer(settings);

    expect(server.stdout).toContain(`API key   in ${file} `);
    expect(server.stdout).not.toContain("mk_");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const [curl = ""] = /^ *curl .*$/m.exec(server.stdout) ?? [];
    const { stdout } = await runProgram("sh", ["-c", curl]);
    expect(JSON.parse(stdout)).toMatchObject({ success: true, status: "queued" });
  });

  test("with a link as the file for the first key write nothing, and the start prints how to create a key", async () => {
    const [directory, target] = [newPath(), newPath()];
    mkdirSync(directory);
    symlinkSync(target, join(directory, "first-api-key"));
    const settings = { ...settingsFor(await newDatabase()), BOOTSTRAP_API_KEY: "", DATA_DIR: directory };
    const server = await startServer(settings);

    expect(existsSync(target)).toBe(false);
    expect(server.stdout).not.toContain("mk_");
    expect(server.stdout).not.toContain("curl");
    expect(server.stdout).toContain("create another key with: cli/messaging keys create --team default");
  });

  test("that are risky cause warnings in the log of the start, without their values", async () => {
    const DATABASE_URL = "postgresql://messaging@localhost/away?host=/nonexistent";
    const server = spawnServer({
      DATABASE_URL,
      SECRET_KEY: "s".repeat(32),
      WEBHOOK_CLIENT_SECRET: "hush",
      ROLE: "worker",
    });
    await server.hasWritten("the database is away");

    const lines = server.stdout.trimEnd().split("\n");
    const warnings = lines.map((line) => JSON.parse(line)).filter(({ setting }) => setting !== undefined);
    expect(warnings).toMatchObject([
      { level: "warn", setting: "WEBHOOK_CLIENT_SECRET", msg: expect.stringContaining("4 characters") },
    ]);
    expect(server.stdout).not.toContain("hush");
    await server.stop();
  });

  test("give roles: `api` answers requests without running jobs, and `worker` runs jobs without listening", async () => {
    const [database, other] = [await newDatabase(), await newDatabase()];
    const [api, all] = await Promise.all([
      startServer({ ...settingsFor(database), ROLE: "api" }),
      startServer(settingsFor(other)),
    ]);
    const resting = await send(database, api.url);
    const moving = await send(other, all.url);
    // The other server's carrier takes as many steps as this one would have taken.
    await becomesDelivered(other, moving);
    expect(await statusOf(database, resting)).toBe("queued");

    const worker = await startServer({ ...settingsFor(database), ROLE: "worker", PORT: String(api.port) });
    await becomesDelivered(database, resting);
    expect(worker.stdout).not.toContain("http://");
    expect(await worker.stop()).toEqual({ code: 0, signal: null });
  });

  test("come from `.env` beside package.json in any working directory, unless the environment sets them", async () => {
    const copy = newPath();
    for (const part of ["cli", "generated", "server", "package.json"]) {
      cpSync(join(root, part), join(copy, part), { recursive: true });
    }
    symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
    const database = await newDatabase();
    const { name } = await buildTeam(database.orm.em.fork());
    const lines = Object.entries({ ...settingsFor(database), ROLE: "boss" }).map((setting) => setting.join("="));
    writeFileSync(join(copy, ".env"), lines.join("\n"));
    const listTeams = (settings: Settings) =>
      runProgram(process.execPath, [join(copy, "cli", "main.ts"), "teams", "list"], {
        settings,
        directory: tmpdir(),
        hidesDotenv: false,
      });

    expect(await listTeams({})).toMatchObject({ code: 3, stderr: expect.stringContaining("ROLE: ") });
    expect(JSON.parse((await listTeams({ ROLE: "all" })).stdout)).toMatchObject([{ name }]);
  });
});

/** Takes a port until it is closed. */
async function takePort(): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Sends a text for a new team; answers its message's id. */
async function send({ orm }: Database, url: string): Promise<string> {
  const team = await buildTeam(orm.em.fork());
  await buildBusinessNumber(orm.em.fork(), { team, isPrimary: true });
  const client = createClient(url, await buildKey(orm.em.fork(), team));
  return (await client.sendText({ body: { phone_number: uniquePhone(), message: "hello" } })).textId;
}

async function statusOf({ orm }: Database, id: string): Promise<string> {
  return (await orm.em.fork().findOneOrFail(Message, { id })).status;
}

function becomesDelivered(database: Database, id: string): Promise<void> {
  return vi.waitFor(async () => expect(await statusOf(database, id)).toBe("delivered"), { timeout: 10_000 });
}
