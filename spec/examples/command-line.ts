import { commands } from "../../cli/operations/command-table.ts";
import { flagOf, positionalsOf } from "../../cli/operations/flags.ts";
import type { OperationCommand } from "../../cli/operations/operation-command.ts";
import type { OutlinedId } from "../../generated/outlines.ts";
import { maxWidth } from "./literals.ts";
import type { ExampleRequest } from "./requests.ts";
import { shellWord } from "./shell.ts";

/** The command that sends a request; undefined if the operation has no command. */
export function commandLineOf({ id, pathValues, query, body }: ExampleRequest): string | undefined {
  const command: OperationCommand | undefined = commands[id as OutlinedId];
  if (!command) return undefined;
  const values = new Map(Object.entries({ ...pathValues, ...query, ...(body?.value as object | undefined) }));
  const words: string[] = [];
  for (const { field, unless } of positionalsOf(command)) {
    if (unless !== undefined && values.has(unless)) continue;
    const value = values.get(field);
    // The next argument would take the place of an absent one.
    if (typeof value !== "string" || value.startsWith("-")) break;
    words.push(value);
    values.delete(field);
  }
  const flags = [...values].flatMap(([name, value]) => flagsOf(flagOf(command, name), value));
  const parts = [["messaging", ...command.name.split(" "), ...words].map(shellWord).join(" "), ...flags];
  const line = parts.join(" ");
  return line.length > maxWidth ? parts.join(" \\\n  ") : line;
}

/** The flags that set a field. A list has one for each item. */
function flagsOf(flag: string, value: unknown): string[] {
  if (value === null) return [`--unset ${flag}`];
  if (value === true) return [`--${flag}`];
  return [value].flat().map((item: unknown) => `--${flag} ${shellWord(textOf(item))}`);
}

const textOf = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
