import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "../../server/db/database.ts";
import { openEmbedded } from "../../server/db/embedded/embedded.ts";
import { isInUse } from "../../server/db/embedded/processes.ts";
import { createTeam } from "../../server/teams/teams.ts";
import { createClient } from "../support/client.ts";
import { createBlankDatabase, createDatabase } from "../support/database.ts";
import { buildTeam } from "../support/factories.ts";
import { root, runCli, runProgram, type Settings, settingsFor, useProcesses } from "../support/process.ts";

const { newPath, startServer } = useProcesses();

let database: Database;
let settings: Settings;
beforeAll(async () => {
  database = await createDatabase();
  settings = settingsFor(database);
});
afterAll(() => database.close());

const newTeam = () => buildTeam(database.orm.em.fork());
const timestamp = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/);
const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);

describe.concurrent("the command line", () => {
  test("makes and shows teams", async () => {
    const created = await read("teams", "create", "Acme & Söhne", "-o", "json");

    expect(created).toEqual({
      id: uuid,
      name: "Acme & Söhne",
      status: "active",
      licensedUntil: null,
      createdAt: timestamp,
    });
    expect(await read("teams", "show", "Acme & Söhne")).toEqual(created);
    expect(await read("teams", "list")).toContainEqual(created);
  });

  test("suspends and resumes a team", async () => {
    const { name } = await newTeam();

    expect(await read("teams", "suspend", name)).toMatchObject({ name, status: "suspended" });
    expect(await read("teams", "resume", name)).toMatchObject({ name, status: "active" });
  });

  test("sets and lifts the end of a team's license", async () => {
    const { name } = await newTeam();

    const limited = await read("teams", "license", name, "--until", "2030-01-31T12:00+02:00");
    expect(limited).toMatchObject({ name, licensedUntil: "2030-01-31T10:00:00.000000Z" });
    expect(await read("teams", "license", name, "--until", "never")).toMatchObject({ name, licensedUntil: null });
  });

  test("makes a key that works until it is revoked, and shows it only once", async () => {
    const { name } = await newTeam();
    const server = await startServer({ ...settings, ROLE: "api" });

    const { id, key, ...rest } = await read("keys", "create", "--team", name, "-o", "json");
    expect({ id, rest }).toEqual({ id: uuid, rest: { team: name } });
    expect(await read("keys", "list", "--team", name)).toEqual([
      { id, team: name, createdAt: timestamp, revokedAt: null },
    ]);
    const client = createClient(server.url, key);
    expect(await client.listThreads()).toMatchObject({ threads: [] });

    const revoked = await read("keys", "revoke", id);
    expect(revoked).toMatchObject({ id, revokedAt: timestamp });
    expect(await read("keys", "revoke", id)).toEqual(revoked);
    expect(await client.raw("listThreads")).toMatchObject({ status: 401 });
    await server.stop();
  });

  test("writes a table when it is asked to", async () => {
    const { id, name } = await newTeam();

    const { stdout } = await runCli(settings, "teams", "list", "--output", "table");

    const [heading = "", ...rows] = stdout.split("\n");
    expect(heading.split(/ {2,}/)).toEqual(["ID", "NAME", "STATUS", "LICENSED UNTIL", "CREATED AT"]);
    const row = rows.find((each) => each.startsWith(id)) ?? "";
    expect(row.split(/ {2,}/)).toEqual([id, name, "active", "-", timestamp]);
    expect(heading.indexOf("STATUS")).toBe(row.indexOf("active"));
  });

  test.each([
    [2, "a command line that makes no sense", ["keys", "creat", "--team", "acme"], /Did you mean create\?/],
    [3, "a date that is none", ["teams", "license", "acme", "--until", "tomorrow"], /ISO 8601.*tomorrow/],
    [5, "what does not exist", ["teams", "show", "nobody"], /^error: There is no team nobody\.\n$/],
    [6, "a name that is taken", ["teams", "create", "taken"], /^error: There is a team taken already\.\n$/],
  ])("ends with %i for %s, and says so on stderr alone", async (code, _, argv, says) => {
    if (argv.includes("taken")) await createTeam(database.orm.em.fork(), "taken");

    const finished = await runCli(settings, ...argv);

    expect(finished).toEqual({ code, signal: null, stdout: "", stderr: expect.stringMatching(says) });
  });

  test("ends with 3 for settings that are wrong, and tells all of them", async () => {
    const { code, stdout, stderr } = await runCli({ ...settings, PORT: "none", ROLE: "boss" }, "teams", "list");

    expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
    expect(stderr).toMatch(/^error: PORT: .+\nROLE: .+\n$/);
  });

  test("ends with 8 when the database is away", async () => {
    const away = { ...settings, DATABASE_URL: "postgresql://messaging@localhost/away?host=/nonexistent" };

    expect(await runCli(away, "teams", "list")).toMatchObject({
      code: 8,
      stdout: "",
      stderr: expect.stringMatching(/database is away/),
    });
  });

  test("says what to do on a database without a schema, and does it", async () => {
    const blank = await createBlankDatabase();
    const status = async () => JSON.parse((await runCli(settingsFor(blank), "db", "status")).stdout);

    const refused = await runCli(settingsFor(blank), "teams", "list");
    expect(refused).toMatchObject({ code: 8, stdout: "", stderr: expect.stringContaining("messaging db migrate") });
    const { pending, ...rest } = await status();
    expect(pending).not.toEqual([]);
    expect(rest).toEqual({ executed: [], queueInstalled: false });

    const migrated = JSON.parse((await runCli(settingsFor(blank), "db", "migrate", "-o", "json")).stdout);
    expect(migrated).toEqual({ executed: pending, pending: [], queueInstalled: true });
    expect(await status()).toEqual(migrated);
    expect(await runCli(settingsFor(blank), "teams", "list")).toMatchObject({ code: 0, stdout: "[]\n" });
    await blank.close();
  });

  test("stops the embedded database whoever uses it, and says whether it ran", async () => {
    const DATA_DIR = newPath();
    const embedded = await openEmbedded(DATA_DIR, { settings: { fsync: "off" } });
    const stop = async () => JSON.parse((await runCli({ DATA_DIR }, "db", "stop")).stdout);

    expect(await stop()).toEqual({ stopped: true });
    expect(await stop()).toEqual({ stopped: false });
    expect(isInUse(join(DATA_DIR, "data"))).toBe(false);
    await embedded.close();
  });

  test("is `npx messaging` in every folder of the project", async () => {
    const { code, stdout } = await runProgram("npx", ["messaging", "--help"], {
      settings: { npm_config_offline: "true" },
      directory: join(root, "test", "support"),
    });

    expect(code).toBe(0);
    expect(stdout).toMatch(/^Usage: messaging /);
  });
});

/** Runs a command that succeeds and answers what its JSON says. */
async function read(...argv: string[]) {
  const { code, stdout, stderr } = await runCli(settings, ...argv);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout);
}
