import { expect, test } from "vitest";
import { commandIds, commands } from "../../cli/operations/command-table.ts";
import { flagOf } from "../../cli/operations/flags.ts";
import type { OperationCommand } from "../../cli/operations/operation-command.ts";
import { operations } from "../../generated/operations.ts";
import { outlines } from "../../generated/outlines.ts";
import { runInProcess } from "../support/cli.ts";
import { commandNames, program } from "../support/cli-commands.ts";

test("every operation that is called with an API key, except streams and files, is a command with a unique name", () => {
  const called = Object.entries(operations).filter(
    ([id, { auth, contentType }]) =>
      auth === "apiKey" && !["text/event-stream", "*/*"].includes(contentType) && id !== "uploadMedia",
  );
  expect(commandIds.toSorted()).toEqual(called.map(([id]) => id).toSorted());
  const named = commandIds.map((id) => commands[id].name);
  expect(new Set(named).size).toBe(named.length);
  expect(commandNames).toEqual(expect.arrayContaining(named));
});

test.each(commandIds)("the flags of %s are the contract's fields, and no flag hides a global option", (id) => {
  const command: OperationCommand = commands[id];
  const fields = outlines[id].fields.map(({ name }) => name);
  const positional = (command.positionals ?? []).map((each) => (typeof each === "string" ? each : each.field));
  expect(fields).toEqual(expect.arrayContaining([...positional, ...Object.keys(command.flags ?? {})]));

  const flags = outlines[id].fields.filter((field) => field.in !== "path").map(({ name }) => flagOf(command, name));
  const common = program.options.map(({ long }) => long?.slice(2));
  expect(new Set([...flags, ...common, "data", "unset", "all", "limit", "idempotency-key"]).size).toBe(
    flags.length + common.length + 5,
  );
  const paths = outlines[id].fields.filter((field) => field.in === "path").map(({ name }) => name);
  expect(positional.slice(0, paths.length)).toEqual(paths);
});

test("the help of the program and of every command matches the golden file", async () => {
  const helps = await Promise.all(
    [[], ...[...commandNames, "listen", "media get", "media upload"].map((name) => name.split(" "))].map(help),
  );
  await expect(helps.join("\n")).toMatchFileSnapshot("../golden/cli-help.txt");
});

async function help(path: string[]): Promise<string> {
  const { code, stdout, stderr } = await runInProcess([...path, "--help"]);
  expect({ path, code, stderr }).toEqual({ path, code: 0, stderr: "" });
  // The global options are the same for every command, so only the program's help shows them.
  const own = path.length === 0 ? stdout : stdout.replace(/\nGlobal Options:\n( .*\n)*/, "");
  return `$ messaging ${[...path, "--help"].join(" ")}\n${own}`;
}
