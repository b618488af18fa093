/**
 * Reads the fields of a callback. Every callback with a valid signature is recorded, so no function here refuses a
 * body. Characters that the database cannot store become U+FFFD.
 */
import { contractDocument } from "../contract/document.ts";
import { type FormPairs, storableText } from "../provider/callbacks.ts";

const { bodyDepth } = contractDocument["x-limits"];

/** Fields by their names. If a name has several values, the last value counts. */
export type CallbackFields = Record<string, unknown>;

/** The field that contains the whole body if the body is not a JSON object. */
const unreadableField = "unreadableBody";

const replacement = "\ufffd";

/** The fields of a form. */
export function fieldsOfForm(pairs: FormPairs): CallbackFields {
  return Object.fromEntries(pairs.map(([name, value]) => [storableText(name), storableText(value)]));
}

/** The parameters in a callback's URL. If a name has several values, the first value counts. */
export function fieldsOfQuery(query: Record<string, unknown>): CallbackFields {
  const entries = Object.entries(query).map(([name, value]) => [name, storableText(String([value].flat()[0] ?? ""))]);
  return Object.fromEntries(entries);
}

/**
 * The fields of a JSON object. Numbers and booleans become text; objects and arrays stay. Any other body becomes a
 * single field with the body's text. A number of 7 to 15 digits in a field of phones gets its plus sign.
 */
export function fieldsOfJson(raw: Buffer, phoneFields: readonly string[]): CallbackFields {
  const text = raw.toString().replace(/^\ufeff/, "");
  const fields = parseObject(text);
  if (!fields) return fieldsOfText(text);
  const entries = Object.entries(fields).map(([name, value]) => {
    return [storableText(name), fieldOf(value, phoneFields.includes(name))];
  });
  return Object.fromEntries(entries);
}

/** The field of a body without fields. */
export const fieldsOfText = (text: string): CallbackFields => ({ [unreadableField]: storableText(text) });

function fieldOf(value: unknown, isPhone: boolean): unknown {
  if (value instanceof NumberText) return isPhone && /^\d{7,15}$/.test(value.text) ? `+${value.text}` : value.text;
  return typeof value === "boolean" ? String(value) : storable(value, bodyDepth - 1);
}

/** A number as it was written. A JavaScript number would lose digits of a long number. */
class NumberText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Reviver = (name: string, value: unknown, context: { source: string }) => unknown;

/** A JSON object with its numbers as `NumberText`; undefined for any other text. */
function parseObject(text: string): object | undefined {
  const reviver: Reviver = (_, value, { source }) => (typeof value === "number" ? new NumberText(source) : value);
  try {
    // The third argument of a reviver is not in TypeScript's library yet.
    const value: unknown = JSON.parse(text, reviver as (name: string, value: unknown) => unknown);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject && !(value instanceof NumberText) ? value : undefined;
  } catch {
    return undefined;
  }
}

function storable(value: unknown, depth: number): unknown {
  if (typeof value === "string") return storableText(value);
  if (value instanceof NumberText) return Number.isFinite(Number(value.text)) ? Number(value.text) : value.text;
  if (typeof value !== "object" || value === null) return value;
  if (depth === 0) return replacement;
  if (Array.isArray(value)) return value.map((item) => storable(item, depth - 1));
  const entries = Object.entries(value).map(([name, field]) => [storableText(name), storable(field, depth - 1)]);
  return Object.fromEntries(entries);
}
