import type { Command } from "commander";
import { operations } from "../../generated/operations.ts";
import type { Io } from "../io.ts";
import { commandIds, commands } from "../operations/command-table.ts";
import { type OutputOptions, writeResult } from "../output/output.ts";

/** A command that can be run, not a group of commands. */
export interface RunnableCommand {
  /** The words after `messaging`. */
  name: string;
  command: Command;
}

/** `messaging commands`: lists every command with its arguments and flags, for programs that call the command line. */
export async function listCommands(io: Io, options: OutputOptions, program: Command): Promise<void> {
  const list = findCommands(program).map(({ name, command }) => {
    const id = commandIds.find((each) => commands[each].name === name);
    return {
      name,
      summary: command.summary() || command.description(),
      operation: id ? `${operations[id].method} ${operations[id].path}` : null,
      arguments: command.registeredArguments.map((each) => ({ name: each.name(), required: each.required })),
      flags: command.options.map(({ flags, description, argChoices = [] }) => ({
        flags,
        description,
        choices: argChoices,
      })),
    };
  });
  await writeResult(io, options, list, { columns: ["name", "summary", "operation"], id: "name" });
}

/** The commands that can be run, in the order of the help. */
export function findCommands(parent: Command, path: string[] = []): RunnableCommand[] {
  const visible = parent
    .createHelp()
    .visibleCommands(parent)
    .filter((command) => command.name() !== "help");
  return visible.flatMap((command) => {
    const name = [...path, command.name()];
    return command.commands.length > 0 ? findCommands(command, name) : [{ name: name.join(" "), command }];
  });
}
