import type { Command } from "commander";
import { operations } from "../generated/operations.ts";
import { commandIds, commands } from "./commands.ts";
import type { Io } from "./io.ts";
import { type OutputOptions, writeAnswer } from "./output/output.ts";

/** A command that does something. */
export interface ListedCommand {
  /** What follows `messaging`. */
  name: string;
  command: Command;
}

/** `messaging commands`: every command with its arguments and flags, for programs that call this one. */
export async function listCommands(io: Io, options: OutputOptions, program: Command): Promise<void> {
  const listed = findCommands(program).map(({ name, command }) => {
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
  await writeAnswer(io, options, listed, { columns: ["name", "summary", "operation"], id: "name" });
}

/** The commands that do something, in the order of the help. */
export function findCommands(parent: Command, path: string[] = []): ListedCommand[] {
  const visible = parent
    .createHelp()
    .visibleCommands(parent)
    .filter((command) => command.name() !== "help");
  return visible.flatMap((command) => {
    const name = [...path, command.name()];
    return command.commands.length > 0 ? findCommands(command, name) : [{ name: name.join(" "), command }];
  });
}
