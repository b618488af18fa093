import type { Command } from "commander";
import { operations } from "../../generated/operations.ts";
import { areas, type OutlinedId, outlines } from "../../generated/outlines.ts";
import type { Io } from "../io.ts";
import { readCount } from "../read-count.ts";
import { commandIds, commands, isPaged, subgroups } from "./command-table.ts";
import { addFlags, nameFlags } from "./flags.ts";
import type { OperationCommand } from "./operation-command.ts";

/** Adds a command for every operation of the contract that is called with an API key. */
export function addOperationCommands(program: Command, io: Io): void {
  for (const id of commandIds) addOperationCommand(program, io, id);
}

function addOperationCommand(program: Command, io: Io, id: OutlinedId): void {
  const shape: OperationCommand = commands[id];
  const { name, aliases = [], examples = [] } = shape;
  const { summary, once, area, scopes } = operations[id];
  const words = name.split(" ");
  const parent = words.slice(0, -1).reduce((group, word) => findOrAddGroup(group, word, areas[area] ?? ""), program);
  const command = parent
    .command(words.at(-1)!)
    .summary(summary)
    .description(nameFlags(shape, id, reflow(outlines[id].description)))
    .aliases([...aliases]);
  addFlags(command, id);
  if (isPaged(id)) {
    command.option("--limit <number>", "The maximum number of items, from as many pages as needed", readCount);
    command.option("--all", "All items of all pages");
  }
  if (once !== null)
    command.option("--idempotency-key <key>", "The idempotency key of this write (default: a new key)");
  if (scopes.length > 0)
    command.addHelpText("after", `\n${scopes.length > 1 ? "Scopes" : "Scope"} of the API key: ${scopes.join(" and ")}`);
  if (examples.length > 0)
    command.addHelpText("after", `\nExamples:\n${examples.map((each) => `  ${each}\n`).join("")}`);
  command.action(async () => {
    const { runOperation } = await import("./run-operation.ts");
    await runOperation(io, id, { args: command.args, given: command.optsWithGlobals() });
  });
}

function findOrAddGroup(parent: Command, name: string, area: string): Command {
  const title = subgroups[name] ?? area.replace(/\.$/, "");
  return parent.commands.find((each) => each.name() === name) ?? parent.command(name).description(title);
}

/** Joins the lines of each paragraph. Commander wraps them to the terminal's width. */
const reflow = (text: string) => text.replace(/([^\n])\n(?!\n)/g, "$1 ");
