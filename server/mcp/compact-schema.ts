/**
 * Makes the tools' schemas from the contract's schemas. A model reads the schemas of all tools before its first answer,
 * so they contain only what a caller needs. All of them together must stay under 15,000 tokens.
 */
import { mapNested, type Schema } from "../contract/schemas.ts";

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

/** The formats of JSON Schema. A client's validator may reject our own formats. */
const knownFormats = new Set(["date-time", "uuid", "uri", "email"]);

/** An input schema with every rule for the caller: types, limits and descriptions. */
export function compactInput(schema: Schema): CompactSchema {
  const { description, format, pattern } = schema;
  const isKnown = format !== undefined && knownFormats.has(format);
  return {
    ...pick(schema, [...shape, ...limits]),
    ...nested(schema, compactInput),
    ...(isKnown && { format }),
    // A known format replaces the pattern.
    ...(pattern !== undefined && !isKnown && { pattern }),
    ...(description && { description: inOneLine(description) }),
  };
}

/** An output schema with types only, because the values in an answer explain themselves. */
export function compactOutput(schema: Schema): CompactSchema {
  const isTime = schema.format === "date-time";
  return { ...pick(schema, shape), ...(isTime && { format: "date-time" }), ...nested(schema, compactOutput) };
}

/** The schemas of properties, items and alternatives. A nullable value becomes a list of two types. */
function nested(schema: Schema, compact: (schema: Schema) => CompactSchema): CompactSchema {
  const { properties = {}, items, anyOf } = mapNested(schema, compact);
  return {
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(schema.additionalProperties === false && { additionalProperties: false }),
    ...(items && { items }),
    ...(anyOf && alternatives(anyOf)),
  };
}

function alternatives(branches: CompactSchema[]): CompactSchema {
  const [value, ...others] = branches.filter(({ type }) => type !== "null");
  const isNullable = others.length === 0 && branches.length === 2;
  if (!isNullable || typeof value?.type !== "string" || value.enum) return { anyOf: branches };
  return { ...value, type: [value.type, "null"] };
}

/** The text in one line. The contract's prose has line breaks. */
export function inOneLine(text = ""): string {
  return text.replaceAll(/\s+/g, " ");
}

const pick = (schema: Schema, keywords: string[]): CompactSchema =>
  Object.fromEntries(Object.entries(schema).filter(([keyword]) => keywords.includes(keyword)));
