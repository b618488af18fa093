import { type Field, type OutlinedId, outlines } from "../../generated/outlines.ts";
import type { CallInput } from "../client/client.ts";
import { type Failure, usageError } from "../failures.ts";
import { commands } from "./command-table.ts";
import { flagOf, positionalsOf } from "./flags.ts";
import type { OperationCommand } from "./operation-command.ts";
import type { ValueReader } from "./values.ts";

/**
 * Reads the input of an operation from its command's arguments and flags.
 *
 * @throws Failure (usage) if a required value is missing or a value is given twice
 */
export async function readInput(
  id: OutlinedId,
  { args, given }: { args: string[]; given: Record<string, unknown> },
  reader: ValueReader,
): Promise<CallInput> {
  const { fields } = outlines[id];
  const command: OperationCommand = commands[id];
  const texts = new Map<string, string[]>();
  for (const field of fields) {
    const value = given[attributeOf(flagOf(command, field.name))];
    if (field.in !== "path" && value !== undefined) texts.set(field.name, [value].flat().map(String));
  }
  assignPositionals(command, args, texts);

  const input: CallInput = { path: {}, query: {}, body: undefined };
  const hasBody = fields.some((field) => field.in === "body");
  if (hasBody) input.body = await readBody(given, command, fields, reader);
  for (const field of fields) {
    const given = texts.get(field.name);
    const target = (field.in === "body" ? input.body : input[field.in])!;
    const isSender = command.senders?.includes(field.name);
    const read = isSender ? { ...field, format: "sender", itemFormat: "sender" } : field;
    if (given) target[field.name] = await reader.read(read, given, `--${flagOf(command, field.name)}`);
    if (field.required && !(field.name in target)) throw missing(command, field);
  }
  return input;
}

function missing(command: OperationCommand, { name }: Field): Failure {
  const flag = flagOf(command, name);
  const isPositional = positionalsOf(command).some(({ field }) => field === name);
  return usageError(`missing ${isPositional ? `argument ${flag}, or --${flag}` : `--${flag}`}`);
}

function assignPositionals(command: OperationCommand, args: string[], texts: Map<string, string[]>): void {
  const isFree = ({ field, unless }: { field: string; unless?: string }) =>
    !texts.has(field) && !(unless && texts.has(unless));
  const free = positionalsOf(command).filter(isFree);
  if (args.length > free.length) {
    throw usageError(`too many arguments: "${args[free.length]}" is unexpected, or a flag already sets its field`);
  }
  args.forEach((text, at) => {
    texts.set(free[at]!.field, [text]);
  });
}

async function readBody(
  { data, unset = [] }: { data?: string; unset?: string[] },
  command: OperationCommand,
  fields: readonly Field[],
  reader: ValueReader,
): Promise<Record<string, unknown>> {
  const body = data === undefined ? {} : await reader.readJson(data, "--data");
  if (typeof body !== "object" || body === null || Array.isArray(body)) throw usageError("--data takes a JSON object");
  const cleared = fields.filter(({ name }) => unset.includes(flagOf(command, name))).map(({ name }) => [name, null]);
  return { ...body, ...Object.fromEntries(cleared) };
}

/** The property name that commander gives an option's value. */
const attributeOf = (flag: string) => flag.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
