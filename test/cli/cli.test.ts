import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "../../server/db/database.ts";
import { type CliOptions, runInProcess } from "../support/cli.ts";
import { createDatabase } from "../support/database.ts";
import { buildTeam } from "../support/factories.ts";
import { noSettings, settingsFor } from "../support/process.ts";

let database: Database;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.close());

test.each<[argv: string[], code: number, says: RegExp]>([
  [[], 2, /Usage: messaging /],
  [["teams"], 2, /Usage: messaging teams /],
  [["team", "list"], 2, /unknown command 'team'\n\(Did you mean teams\?\)/],
  [["teams", "create"], 2, /missing required argument 'name'/],
  [["teams", "create", "one", "two"], 2, /too many arguments/],
  [["teams", "license", "acme"], 2, /'--until <date>' not specified/],
  [["teams", "list", "--out", "json"], 2, /unknown option '--out'\n\(Did you mean --output\?\)/],
  [["teams", "list", "-o", "xml"], 2, /choices are table, json/],
  [["keys", "create"], 2, /'--team <name>' not specified/],
  [["keys", "list"], 2, /'--team <name>' not specified/],
  [["teams", "create", " "], 3, /1 to 255 characters/],
  [["teams", "license", "nobody", "--until", "2030-02-30"], 3, /ISO 8601.*2030-02-30/],
  [["teams", "list", "--test"], 2, /--test is for commands that call the API/],
  [["teams", "license", "nobody", "--until", "never"], 5, /There is no team nobody\./],
  [["teams", "suspend", "nobody"], 5, /There is no team nobody\./],
  [["teams", "resume", "nobody"], 5, /There is no team nobody\./],
  [["keys", "create", "--team", "nobody"], 5, /There is no team nobody\./],
  [["keys", "list", "--team", "nobody"], 5, /There is no team nobody\./],
  [["keys", "revoke", "mk_nothing"], 5, /There is no API key mk_nothing\./],
  [["opt-outs", "list"], 2, /'--team <name>' not specified/],
  [["opt-outs", "add", "+12025550123", "--team", "nobody"], 5, /There is no team nobody\./],
  [["webhooks", "list", "--team", "acme", "--status", "x"], 2, /choices are pending, delivered, failed/],
  [["callbacks", "list", "--kind", "x"], 2, /choices are inbound, status, otp-status/],
  [["callbacks", "list", "--limit", "0"], 2, /a whole number of at least 1/],
  [["callbacks", "show", "x"], 5, /There is no callback x\./],
  [["callbacks", "replay", "0197f8f2-0000-7000-8000-000000000000"], 5, /There is no callback 0197f8f2/],
  [["jobs", "retry"], 2, /expected either the ids of the jobs to retry, or --all/],
  [["jobs", "retry", "x", "--all"], 2, /expected either the ids of the jobs to retry, or --all/],
  [["jobs", "retry", "x"], 5, /There is no failed job x\./],
  [["jobs", "retry", "0197f8f2-0000-7000-8000-000000000000"], 5, /There is no failed job 0197f8f2/],
  [["simulate", "status", "sent"], 2, /missing --sid or --text-id/],
  [["simulate", "inbound", "hello", "--url", "http://127.0.0.1:1"], 8, /Cannot reach a server at http:\/\/127/],
  [["keys", "revoke", "0197f8f2-0000-7000-8000-000000000000"], 5, /There is no API key 0197f8f2/],
])("the command line %j exits with %i and writes only the reason, to stderr", async (argv, code, says) => {
  expect(await runCommand(argv)).toEqual({ code, stdout: "", stderr: expect.stringMatching(says) });
});

test("results are a table on a terminal, without the control characters of the data", async () => {
  const { id, name } = await buildTeam(database.orm.em.fork());
  const red = `\u001b[31m${name}`;
  expect(await runCommand(["teams", "create", red])).toMatchObject({ code: 0 });

  const { stdout } = await runCommand(["teams", "list", "--no-color"], { isTTY: true });

  expect(stdout).toMatch(
    /^NAME +STATUS +LICENSED UNTIL +QUIET HOURS +SUSPECTED REVOCATIONS +MESSAGE RETENTION DAYS +CREATED AT +ID\n/,
  );
  expect(stdout).toMatch(new RegExp(`^${name} +active +- +- +report +- +\\d+s ago +${id}$`, "m"));
  expect(stdout.split(name)).toHaveLength(3);
  expect(stdout).not.toContain("\u001b");
});

/** Runs a command line in this process, on this file's database. */
const runCommand = (argv: string[], options: CliOptions = {}) =>
  runInProcess(argv, { env: { ...noSettings, ...settingsFor(database) }, ...options });
