import { afterAll, beforeAll, expect, test } from "vitest";
import { run } from "../cli/program.ts";
import type { Database } from "../server/db/database.ts";
import { createDatabase } from "./support/database.ts";
import { buildTeam } from "./support/factories.ts";
import { noSettings, settingsFor } from "./support/process.ts";

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
  [["teams", "license", "nobody", "--until", "never"], 5, /There is no team nobody\./],
  [["teams", "suspend", "nobody"], 5, /There is no team nobody\./],
  [["teams", "resume", "nobody"], 5, /There is no team nobody\./],
  [["keys", "create", "--team", "nobody"], 5, /There is no team nobody\./],
  [["keys", "list", "--team", "nobody"], 5, /There is no team nobody\./],
  [["keys", "revoke", "mk_nothing"], 5, /There is no API key mk_nothing\./],
  [["opt-outs", "list"], 2, /'--team <name>' not specified/],
  [["opt-outs", "add", "+12025550123", "--team", "nobody"], 5, /There is no team nobody\./],
  [["callbacks", "list", "--kind", "x"], 2, /choices are inbound, status, otp-status/],
  [["callbacks", "list", "--limit", "0"], 2, /must be a whole number, at least 1/],
  [["callbacks", "show", "x"], 5, /There is no callback x\./],
  [["callbacks", "replay", "0197f8f2-0000-7000-8000-000000000000"], 5, /There is no callback 0197f8f2/],
  [["jobs", "retry"], 3, /Name the jobs to retry, or give --all\./],
  [["jobs", "retry", "x", "--all"], 3, /Name the jobs to retry, or give --all\./],
  [["jobs", "retry", "x"], 5, /There is no failed job x\./],
  [["jobs", "retry", "0197f8f2-0000-7000-8000-000000000000"], 5, /There is no failed job 0197f8f2/],
  [["simulate", "status", "sent"], 3, /Give --sid or --text-id/],
  [["simulate", "inbound", "hello", "--server", "http://127.0.0.1:1"], 8, /No server answers at http:\/\/127/],
  [["keys", "revoke", "0197f8f2-0000-7000-8000-000000000000"], 5, /There is no API key 0197f8f2/],
])("the command line %j ends with %i and the reason on stderr alone", async (argv, code, says) => {
  expect(await runCommand(argv)).toEqual({ code, stdout: "", stderr: expect.stringMatching(says) });
});

test("every command's help lists its options, and nothing else is on stdout or stderr", async () => {
  const commands = await findCommands([]);
  const named = commands.map(({ path }) => path.join(" "));
  expect(named).toEqual([
    "teams create",
    "teams list",
    "teams show",
    "teams suspend",
    "teams resume",
    "teams license",
    "teams webhook-secret",
    "keys create",
    "keys list",
    "keys revoke",
    "opt-outs list",
    "opt-outs add",
    "opt-outs remove",
    "opt-outs history",
    "callbacks list",
    "callbacks show",
    "callbacks replay",
    "jobs failed",
    "jobs retry",
    "simulate inbound",
    "simulate status",
    "simulate otp-status",
    "webhooks list",
    "webhooks show",
    "webhooks retry",
    "db migrate",
    "db status",
    "db stop",
    "doctor",
    "mcp config",
  ]);
  const options = Object.fromEntries(
    commands.map(({ path, help }) => [path.join(" "), help.match(/(?<=^ {2}.*)--[a-z-]+/gm)]),
  );
  const common = ["--output", "--help"];
  expect(options).toEqual({
    ...Object.fromEntries(named.map((name) => [name, common])),
    "teams license": ["--until", ...common],
    "teams webhook-secret": ["--rotate", ...common],
    "mcp config": ["--url", ...common],
    "keys create": ["--team", ...common],
    "keys list": ["--team", ...common],
    "opt-outs list": ["--team", "--limit", ...common],
    "opt-outs add": ["--team", ...common],
    "opt-outs remove": ["--team", ...common],
    "opt-outs history": ["--team", ...common],
    "callbacks list": ["--kind", "--outcome", "--limit", ...common],
    "jobs failed": ["--limit", ...common],
    "jobs retry": ["--all", ...common],
    "simulate inbound": ["--from", "--to", "--sid", "--server", ...common],
    "simulate status": ["--from", "--to", "--sid", "--server", "--text-id", "--error-code", ...common],
    "simulate otp-status": ["--from", "--to", "--sid", "--server", "--otp-id", "--error-code", ...common],
    "webhooks list": ["--team", "--status", "--limit", ...common],
    "webhooks show": ["--team", ...common],
    "webhooks retry": ["--team", ...common],
  });
});

test("results are a table on a terminal, without the control characters of what it shows", async () => {
  const { id, name } = await buildTeam(database.orm.em.fork());
  const red = `\u001b[31m${name}`;
  expect(await runCommand(["teams", "create", red])).toMatchObject({ code: 0 });

  const { stdout } = await runCommand(["teams", "list"], { isTTY: true });

  expect(stdout).toMatch(/^ID +NAME +STATUS +LICENSEDUNTIL +CREATEDAT\n/);
  expect(stdout).toMatch(new RegExp(`^${id} +${name} +active +- +\\S+Z$`, "m"));
  expect(stdout.split(name)).toHaveLength(3);
  expect(stdout).not.toContain("\u001b");
});

/** Runs a command line in this process. */
async function runCommand(argv: string[], { isTTY = false } = {}) {
  const written = { stdout: "", stderr: "" };
  const code = await run(argv, {
    env: { ...noSettings, ...settingsFor(database) },
    stdout: { isTTY, write: (text) => (written.stdout += text) },
    stderr: { write: (text) => (written.stderr += text) },
  });
  return { code, ...written };
}

/** The commands that do something, found as a user would: by the help of those above them. */
async function findCommands(path: string[]): Promise<{ path: string[]; help: string }[]> {
  const { code, stdout: help, stderr } = await runCommand([...path, "--help"]);
  expect({ path, code, stderr }).toEqual({ path, code: 0, stderr: "" });
  const [, list] = help.split("\nCommands:\n");
  if (list === undefined) return [{ path, help }];
  const names = (list.match(/(?<=^ {2})[a-z-]+/gm) ?? []).filter((name) => name !== "help");
  return (await Promise.all(names.map((name) => findCommands([...path, name])))).flat();
}
