/**
 * Finds all text parameters and fields of a request in the contract, so new ones are covered automatically.
 */
import type { OperationId } from "../../generated/operations.ts";
import { bytesOf } from "../../server/contract/max-bytes.ts";
import { inputSchemas, type Schema } from "../../server/contract/schemas.ts";
import { newId } from "../../server/db/schema/ids.ts";
import { uniquePhone } from "../support/factories.ts";

/** A parameter or field of an operation that accepts text. */
export interface RequestField {
  /** For example `query cursor` or `body phones[].label`. */
  name: string;
  part: "path" | "query" | "header" | "body";
  /** The schema of the text. */
  schema: Schema;
  /** Whether the text makes no value of the body larger than the contract permits. */
  fits?(text: string): boolean;
  /** Returns the request with that text in the field, otherwise unchanged. */
  put(input: AnyInput, text: string): AnyInput;
}

/** A request to any operation. */
export interface AnyInput {
  path?: object;
  query?: object;
  body?: object;
  idempotencyKey?: string;
}

/** All text parameters and fields of an operation. */
export function requestFieldsOf(id: OperationId): RequestField[] {
  const { parameters, body } = inputSchemas[id];
  return [
    ...parameters
      .filter(({ schema }) => takesText(schema))
      .map(({ name, in: part, schema }): RequestField => {
        if (part !== "header")
          return { name: `${part} ${name}`, part, schema, put: (input, text) => putInto(input, part, name, text) };
        // No other header has an equivalent over MCP.
        if (name !== "Idempotency-Key") throw new Error(`${name} has no equivalent over MCP`);
        return {
          name: "header Idempotency-Key",
          part,
          schema,
          put: (input, text) => ({ ...input, idempotencyKey: text }),
        };
      }),
    ...Object.entries((body?.properties ?? {}) as Record<string, Schema>).flatMap(([field, schema]) =>
      fieldsWithin(schema, field).map(
        ({ path, schema: own, make }): RequestField => ({
          name: `body ${path}`,
          part: "body",
          schema: own,
          fits: (text) => bytesOf(make(text)) <= maxBytesOf(schema),
          put: (input, text) => putInto(input, "body", field, make(text)),
        }),
      ),
    ),
  ];
}

/** The limit of a value of the body in bytes of JSON. A value that can be null has it in a branch. */
const maxBytesOf = ({ "x-max-bytes": maxBytes, anyOf = [] }: Schema): number =>
  maxBytes ?? Math.min(Number.POSITIVE_INFINITY, ...(anyOf as Schema[]).map(maxBytesOf));

const putInto = (input: AnyInput, part: "path" | "query" | "body", name: string, value: unknown): AnyInput => ({
  ...input,
  [part]: { ...input[part], [name]: value },
});

/** Reduces a request to its required parameters and fields. */
export function onlyRequired(id: OperationId, { path, query, body }: AnyInput): AnyInput {
  const { parameters, body: schema } = inputSchemas[id];
  const needed = parameters.filter(({ required }) => required).map(({ name }) => name);
  const pick = (part: object | undefined, wanted: string[]) =>
    Object.fromEntries(Object.entries(part ?? {}).filter(([name]) => wanted.includes(name)));
  return { path: path ?? {}, query: pick(query, needed), ...(body && { body: pick(body, schema?.required ?? []) }) };
}

interface NestedField {
  path: string;
  schema: Schema;
  /** The value of the field with that text in it. */
  make(text: string): unknown;
}

const takesText = ({ type, anyOf = [] }: Schema): boolean =>
  type === "string" || (anyOf as Schema[]).some((branch) => takesText(branch));

function fieldsWithin(schema: Schema, path: string): NestedField[] {
  const { items, properties, additionalProperties } = schema as Schema & { items?: Schema };
  const found: NestedField[] = [];
  if (schema.type === "string") found.push({ path, schema, make: (text) => text });
  if (items) {
    const inItems = fieldsWithin(items, `${path}[]`);
    found.push(...inItems.map((within) => ({ ...within, make: (text: string) => [within.make(text)] })));
  }
  for (const [name, property] of Object.entries((properties ?? {}) as Record<string, Schema>)) {
    for (const within of fieldsWithin(property, `${path}.${name}`)) {
      found.push({ ...within, make: (text) => ({ ...requiredOf(schema), [name]: within.make(text) }) });
    }
  }
  // A free object, whose names are texts, too. A literal would lose the name `__proto__`.
  if (additionalProperties === true) {
    found.push({ path: `${path}.*`, schema: {}, make: (text) => Object.fromEntries([[text, [text]]]) });
  }
  // The common keywords of the branches are beside them.
  const { anyOf = [], ...common } = schema;
  const branches = (anyOf as Schema[]).map((branch) => ({ ...common, ...branch }) as Schema);
  return [...found, ...branches.flatMap((branch) => fieldsWithin(branch, path))];
}

/** Values for the required fields of an object. */
function requiredOf({ required = [], properties = {} }: Schema): object {
  const fill = ({ format }: Schema) => (format === "e164" ? uniquePhone() : format === "uuid" ? newId() : "x");
  return Object.fromEntries(required.map((name) => [name, fill(properties[name] as Schema)]));
}

/** Changes every text in a JSON value, except names of fields. */
export function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, mapTexts(field, change)]));
}
