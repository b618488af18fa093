/**
 * The contract's schemas as tools have them. Every tool's schemas are read by a model before its first thought, so they
 * say what a caller must know and no more: all of them together are to stay under 15,000 tokens.
 */
import type { Schema } from "../contract/schemas.ts";

export interface CompactSchema {
  type?: string | string[];
  properties?: Record<string, CompactSchema>;
  required?: string[];
  items?: CompactSchema;
  anyOf?: CompactSchema[];
  [keyword: string]: unknown;
}

const shape = ["type", "enum", "const", "required"];
const limits = ["default", "minLength", "maxLength", "minimum", "maximum", "minItems", "maxItems"];

/** Formats that JSON Schema has. Ours would make a client's validator complain. */
const knownFormats = new Set(["date-time", "uuid", "uri", "email"]);

/** With everything that a caller must keep, in words and in limits. */
export function compactInput(schema: Schema): CompactSchema {
  const { description, format, pattern } = schema;
  const isKnown = format !== undefined && knownFormats.has(format);
  return {
    ...pick(schema, [...shape, ...limits]),
    ...within(schema, compactInput),
    ...(isKnown && { format }),
    // A known format says the same in a word.
    ...(pattern !== undefined && !isKnown && { pattern }),
    ...(description && { description: inOneLine(description) }),
  };
}

/** The shape alone: who reads an answer sees what is in it. */
export function compactOutput(schema: Schema): CompactSchema {
  const isTime = schema.format === "date-time";
  return { ...pick(schema, shape), ...(isTime && { format: "date-time" }), ...within(schema, compactOutput) };
}

/** What is inside a schema; a value that may be null as one type. */
function within(schema: Schema, compact: (schema: Schema) => CompactSchema): CompactSchema {
  const { properties = {}, anyOf, additionalProperties } = schema;
  const { items } = schema as { items?: Schema };
  const entries = Object.entries(properties).map(([name, field]) => [name, compact(field as Schema)]);
  return {
    ...(entries.length > 0 && { properties: Object.fromEntries(entries) }),
    ...(additionalProperties === false && { additionalProperties }),
    ...(items && { items: compact(items) }),
    ...(anyOf && alternatives(anyOf.map((branch) => compact(branch as Schema)))),
  };
}

function alternatives(branches: CompactSchema[]): CompactSchema {
  const [value, ...others] = branches.filter(({ type }) => type !== "null");
  const isNullable = others.length === 0 && branches.length === 2;
  if (!isNullable || typeof value?.type !== "string" || value.enum) return { anyOf: branches };
  return { ...value, type: [value.type, "null"] };
}

/** The contract's prose is broken into lines. */
export function inOneLine(text = ""): string {
  return text.replaceAll(/\s+/g, " ");
}

const pick = (schema: Schema, keywords: string[]): CompactSchema =>
  Object.fromEntries(Object.entries(schema).filter(([keyword]) => keywords.includes(keyword)));
