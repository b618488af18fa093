import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run } from "../../cli/program.ts";
import type { Database } from "../../server/db/database.ts";
import { openEmbedded } from "../../server/db/embedded/embedded.ts";
import { Team } from "../../server/db/entities/team.ts";
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

/** Runs a command that succeeds and answers what its JSON says. */
async function read(...argv: string[]) {
  const { code, stdout, stderr } = await runCli(settings, ...argv);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout);
}

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
    expect(await database.orm.em.fork().findOne(Team, { name })).toMatchObject({ status: "active" });
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

    const { stdout } = await runCli(settings, "teams", "show", name, "--output", "table");

    const [heading = "", row = "", ...rest] = stdout.split("\n");
    expect(heading.split(/ {2,}/)).toEqual(["ID", "NAME", "STATUS", "LICENSEDUNTIL", "CREATEDAT"]);
    expect(row.split(/ {2,}/)).toEqual([id, name, "active", "-", timestamp]);
    expect(heading.indexOf("STATUS")).toBe(row.indexOf("active"));
    expect(rest).toEqual([""]);
  });

  test("tells what went wrong on stderr alone, and its class by the exit code", async () => {
    const { name } = await newTeam();
    const failures: [argv: string[], code: number, says: RegExp][] = [
      [["teams", "create"], 2, /missing required argument 'name'/],
      [["teams", "tell"], 2, /unknown command 'tell'/],
      [["teams", "list", "-o", "xml"], 2, /choices are table, json/],
      [["keys", "create"], 2, /'--team <name>' not specified/],
      [["keys", "lst"], 2, /Did you mean list\?/],
      [["teams", "create", " "], 3, /1 to 255 characters/],
      [["teams", "license", name, "--until", "2030-02-30"], 3, /ISO 8601.*2030-02-30/],
      [["teams", "show", "nobody"], 5, /There is no team nobody\./],
      [["teams", "suspend", "nobody"], 5, /There is no team nobody\./],
      [["teams", "resume", "nobody"], 5, /There is no team nobody\./],
      [["teams", "license", "nobody", "--until", "never"], 5, /There is no team nobody\./],
      [["keys", "create", "--team", "nobody"], 5, /There is no team nobody\./],
      [["keys", "list", "--team", "nobody"], 5, /There is no team nobody\./],
      [["keys", "revoke", "mk_nothing"], 5, /There is no API key mk_nothing\./],
      [["keys", "revoke", "0197f8f2-0000-7000-8000-000000000000"], 5, /There is no API key 0197f8f2/],
      [["teams", "create", name], 6, /There is a team .* already/],
    ];

    for (const [argv, code, says] of failures) {
      const finished = await runInProcess(argv);
      expect({ argv, ...finished }).toEqual({ argv, code, stdout: "", stderr: expect.stringMatching(says) });
    }
    for (const [argv, code, says] of failures.filter((_, index) => index % 5 === 0)) {
      expect(await runCli(settings, ...argv)).toMatchObject({ code, stdout: "", stderr: expect.stringMatching(says) });
    }
  });
});
