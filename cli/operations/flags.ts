import { type Command, Option } from "commander";
import { type Field, type OutlinedId, outlines } from "../../generated/outlines.ts";
import { usageError } from "../failures.ts";
import { commands } from "./command-table.ts";
import type { OperationCommand } from "./operation-command.ts";

/**
 * The flag of a field, without the dashes: `reply-webhook-url` for `replyWebhookUrl`, unless the command names the
 * flag.
 */
export function flagOf({ flags = {} }: OperationCommand, name: string): string {
  return flags[name] ?? name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replaceAll("_", "-");
}

/** The positional fields of a command, in their order. They include all path parameters. */
export function positionalsOf({ positionals = [] }: OperationCommand): { field: string; unless?: string }[] {
  return positionals.map((each) => (typeof each === "string" ? { field: each } : each));
}

/** Adds an operation's fields to a command as arguments and flags, with the contract's descriptions. */
export function addFlags(command: Command, id: OutlinedId): void {
  const { fields } = outlines[id];
  const shape: OperationCommand = commands[id];
  const positionals = positionalsOf(shape);
  for (const { field: name } of positionals) {
    const field = fields.find((each) => each.name === name)!;
    const flag = `${flagOf(shape, name)}${shape.isVariadic && name === positionals.at(-1)!.field ? "..." : ""}`;
    command.argument(field.in === "path" ? `<${flag}>` : `[${flag}]`, describeField(shape, id, field));
  }
  for (const field of fields.filter((each) => each.in !== "path")) command.addOption(optionOf(shape, id, field));
  if (fields.some((field) => field.in === "body")) {
    command.option("--data <json>", "The request body as JSON, @file, or - for stdin; flags override its fields");
    const clearable = fields.filter((field) => field.nullable).map(({ name }) => flagOf(shape, name));
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
    ...(isSeconds(field) ? ["(seconds, or such as 10m)"] : []),
    ...(field.type === "array" ? ["(repeatable)"] : []),
    ...(field.type === "object" ? ["(repeatable; also a JSON object or @file)"] : []),
    ...(field.default === undefined ? [] : [`(default: ${field.default})`]),
  ];
  const description = notes.filter((note) => note !== "").join(" ");
  if (field.type === "boolean") {
    return new Option(`--${name} [boolean]`, description).choices(["true", "false"]).preset("true");
  }
  const option = new Option(`--${name} <${placeholderOf(field)}>`, description);
  // The server refuses other items. The choices are for the help and the completion.
  const choices = field.values ?? field.itemValues;
  if (choices) option.choices(choices);
  return field.type === "array" || field.type === "object" ? option.argParser(collect) : option;
}

const collect = (text: string, previous: string[] = []) => [...previous, text];

function choose(choices: readonly string[]) {
  return (text: string, previous: string[] = []) => {
    if (!choices.includes(text)) throw usageError(`--unset takes one of ${choices.join(", ")}`);
    return [...previous, text];
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
const formatPlaceholders: Record<string, string> = {
  e164: "phone",
  uuid: "id",
  uri: "address",
  "iso-8601": "time",
  "iso-8601-with-offset": "time",
};

/** Whether a field is a duration, which people may give as `10m`. */
export const isSeconds = ({ name, type }: Field): boolean => type === "integer" && name.endsWith("Seconds");

function placeholderOf(field: Field): string {
  const { type, values, format = "" } = field;
  if (isSeconds(field)) return "duration";
  return values ? "choice" : (formatPlaceholders[format] ?? placeholders[type]);
}

/** The contract's description of a field, on one line. */
function describeField(command: OperationCommand, id: OutlinedId, { description }: Field): string {
  return nameFlags(command, id, description.replace(/\s*\n\s*/g, " "));
}

/** Replaces the names of fields in a contract's text by their flags. */
export function nameFlags(command: OperationCommand, id: OutlinedId, text: string): string {
  const { fields } = outlines[id];
  return text.replace(/`(\w+)`/g, (quoted, name: string) =>
    fields.some((field) => field.name === name && field.in !== "path") ? `--${flagOf(command, name)}` : quoted,
  );
}
