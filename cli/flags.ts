import { type Command, Option } from "commander";
import { type Field, type OutlinedId, outlines } from "../generated/outlines.ts";
import type { CallInput } from "./client/client.ts";
import { commands, type OperationCommand } from "./commands.ts";
import { type Failure, usageError } from "./failures.ts";
import type { ValueReader } from "./values.ts";

/** A field's flag, without the dashes: `replyWebhookUrl` is `reply-webhook-url`, unless the command names it. */
export function flagOf({ flags = {} }: OperationCommand, name: string): string {
  return flags[name] ?? name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replaceAll("_", "-");
}

/** The positional fields of a command in their order, path parameters always among them. */
function positionalsOf({ positionals = [] }: OperationCommand): { field: string; unless?: string }[] {
  return positionals.map((each) => (typeof each === "string" ? { field: each } : each));
}

/** Gives a command the arguments and flags that its operation's fields are, with the contract's words. */
export function addFlags(command: Command, id: OutlinedId): void {
  const { fields } = outlines[id];
  const shown: OperationCommand = commands[id];
  for (const { field: name } of positionalsOf(shown)) {
    const field = fields.find((each) => each.name === name)!;
    const text = `${flagOf(shown, name)}`;
    command.argument(field.in === "path" ? `<${text}>` : `[${text}]`, describeField(shown, id, field));
  }
  for (const field of fields.filter((each) => each.in !== "path")) command.addOption(optionOf(shown, id, field));
  if (fields.some((field) => field.in === "body")) {
    command.option("--data <json>", "The body as JSON, as @file, or - for stdin; flags are put into it");
    const clearable = fields.filter((field) => field.nullable).map(({ name }) => flagOf(shown, name));
    if (clearable.length > 0) {
      command.addOption(
        new Option("--unset <field>", "Clear an optional field; repeatable")
          .choices(clearable)
          .argParser(choose(clearable)),
      );
    }
  }
}

function optionOf(command: OperationCommand, id: OutlinedId, field: Field): Option {
  const name = flagOf(command, field.name);
  const notes = [
    describeField(command, id, field),
    ...(field.required ? ["(required)"] : []),
    ...(field.type === "array" ? ["(repeatable)"] : []),
    ...(field.type === "object" ? ["(repeatable; or a JSON object, or @file)"] : []),
    ...(field.default === undefined ? [] : [`(default: ${field.default})`]),
  ];
  const description = notes.filter((note) => note !== "").join(" ");
  if (field.type === "boolean") {
    return new Option(`--${name} [boolean]`, description).choices(["true", "false"]).preset("true");
  }
  const option = new Option(`--${name} <${placeholderOf(field)}>`, description);
  if (field.type === "array" || field.type === "object") return option.argParser(collect);
  return field.values ? option.choices(field.values) : option;
}

const collect = (text: string, before: string[] = []) => [...before, text];

function choose(choices: readonly string[]) {
  return (text: string, before: string[] = []) => {
    if (!choices.includes(text)) throw usageError(`--unset takes one of ${choices.join(", ")}`);
    return [...before, text];
  };
}

const placeholders = {
  object: "key=value",
  integer: "number",
  number: "number",
  array: "text",
  string: "text",
  boolean: "",
};
const formatPlaceholders: Record<string, string> = { e164: "phone", uuid: "id", uri: "address", "iso-8601": "time" };

const placeholderOf = ({ type, values, format = "" }: Field) =>
  values ? "choice" : (formatPlaceholders[format] ?? placeholders[type]);

/** The contract's words for a field, which name other fields by their flags. */
function describeField(command: OperationCommand, id: OutlinedId, { description }: Field): string {
  const { fields } = outlines[id];
  return description
    .replace(/\s*\n\s*/g, " ")
    .replace(/`(\w+)`/g, (quoted, name: string) =>
      fields.some((field) => field.name === name && field.in !== "path") ? `--${flagOf(command, name)}` : quoted,
    );
}

/**
 * What an operation is called with, from its command's arguments and flags.
 *
 * @throws Failure (usage) when something is missing or given twice
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
    const place = (field.in === "body" ? input.body : input[field.in])!;
    if (given) place[field.name] = await reader.read(field, given, `--${flagOf(command, field.name)}`);
    if (field.required && !(field.name in place)) throw missing(command, field);
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
    throw usageError(`too many arguments: "${args[free.length]}" is given by a flag already, or not expected`);
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

/** As commander names an option's value. */
const attributeOf = (flag: string) => flag.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
