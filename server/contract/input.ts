import { hash } from "node:crypto";
import canonicalize from "canonicalize";
import { type OperationId, operations } from "../../generated/operations.ts";
import { contractDocument } from "./document.ts";
import { cutOversized } from "./oversized.ts";
import { branchesOf, inputSchemas, propertyOf, type Schema } from "./schemas.ts";
import { findUnstorable } from "./storable.ts";
import { type Fault, maxDetails, unknownField } from "./violations.ts";

/** The parts of a request as the transport parsed them, without the API key. */
export interface RawInput {
  path: Record<string, string>;
  query: Record<string, unknown>;
  /** Ignored by reads. */
  idempotencyKey?: string | undefined;
  body?: unknown;
  /** The body of an operation that takes a file. */
  file?: { bytes: Buffer; type: string } | undefined;
}

/** A request in the form that the validator expects and modifies. */
export interface Prepared {
  path: object;
  query: object;
  header: object;
  requestBody: unknown;
}

/** Prepares an input for validation. Drops query parameters that the operation does not declare. */
export function prepare(id: OperationId, input: RawInput): Prepared {
  return {
    path: { ...input.path },
    query: declaredQuery(id, input.query),
    header: usesKey(id, input) ? { "idempotency-key": input.idempotencyKey } : {},
    requestBody: prepareBody(id, input.body),
  };
}

/** Whether the operation must take effect at most once for the input's Idempotency-Key. */
export const usesKey = (id: OperationId, { idempotencyKey }: RawInput): boolean =>
  operations[id].once !== null && idempotencyKey !== undefined;

/**
 * Prepares the body for validation. A missing body becomes an empty object, and a POST loses the nulls that count as
 * absent. Values that are too large are cut, because they will be refused.
 */
function prepareBody(id: OperationId, body: unknown): unknown {
  const schema = inputSchemas[id].body;
  if (body === undefined) return schema && {};
  if (!schema) return body;
  const cut = cutOversized(schema, body);
  return operations[id].method === "POST" ? dropNulls(schema, cut) : cut;
}

/**
 * Whether a body can be validated: it is absent, or an object that does not have far more fields than the operation
 * declares. An operation that accepts unknown fields sets no limit; a door ignores them, and has counted them before.
 */
export function isReadable(id: OperationId, body: unknown): boolean {
  if (body === undefined) return true;
  if (typeof body !== "object" || body === null || Array.isArray(body)) return false;
  const { properties = {}, additionalProperties } = inputSchemas[id].body ?? {};
  if (additionalProperties === true || operations[id].door) return true;
  const known = Object.keys(properties).length;
  return Object.keys(body).length <= known + maxDetails;
}

const { bodyDepth } = contractDocument["x-limits"];

/** Finds faults that JSON Schema does not detect: values that cannot be stored, and fields where no body is declared. */
export function findFaults(id: OperationId, { path, query, header, requestBody: body }: Prepared): Fault[] {
  const faults: Fault[] = [];
  for (const [location, part] of [
    ["path", path],
    ["query", query],
    ["header", header],
    ["body", body],
  ] as const) {
    for (const fault of findUnstorable(part, bodyDepth)) faults.push({ ...fault, location });
  }
  if (inputSchemas[id].body) return faults;
  const extra = Object.keys(body ?? {}).map((name): Fault => ({ location: "body", path: [name], ...unknownField }));
  return [...faults, ...extra];
}

/**
 * Finds fields that the contract forbids together, and reports the last of them. The contract expresses this with `not`,
 * for which the validator's error names no field.
 */
export function findExcluded(id: OperationId, { requestBody: body }: Prepared): Fault[] {
  const { required: names = [] } = inputSchemas[id].body?.not ?? {};
  const last = names.at(-1);
  if (last === undefined || !names.every((name) => Object.hasOwn(body as object, name))) return [];
  return [{ location: "body", path: [last], message: "is not allowed together with the other fields" }];
}

/** The query parameters that the operation declares. Empty values count as absent, unless the contract says otherwise. */
function declaredQuery(id: OperationId, given: Record<string, unknown>): Record<string, unknown> {
  const { queryNames, listNames, emptyNames } = inputSchemas[id];
  const names = queryNames.filter((name) => Object.hasOwn(given, name) && (given[name] !== "" || emptyNames.has(name)));
  return Object.fromEntries(names.map((name) => [name, listNames.has(name) ? itemsOf(given[name]) : given[name]]));
}

/** The items of a list in the query, which are separated by commas or given as a parameter each. */
const itemsOf = (value: unknown): unknown[] =>
  [value].flat().flatMap((item) => (typeof item === "string" ? item.split(",") : [item]));

/** The path with the percent-encoded values of its parameters. */
function fillPath(id: OperationId, values: Record<string, string>): string {
  return operations[id].path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent((values[name] ?? "").toWellFormed()),
  );
}

/**
 * The SHA-256 hash of method, path, query and canonical body, or the hash and the type of a file. Equal requests have equal
 * fingerprints.
 */
export function fingerprint(id: OperationId, { path, query, body, file }: RawInput): Buffer {
  const sent = file ? [hash("sha256", file.bytes), file.type] : (body ?? {});
  const content = [operations[id].method, fillPath(id, path), declaredQuery(id, query), sent];
  return hash("sha256", canonicalize(content) ?? "", "buffer");
}

/** Drops the nulls of optional fields. Follows a value and its schema, as `cutOversized` does, but copies each object. */
function dropNulls(schema: Schema, value: unknown): unknown {
  const { items } = schema;
  if (Array.isArray(value)) return items ? value.map((item) => dropNulls(items, item)) : value;
  if (typeof value !== "object" || value === null) return value;
  // The schema may allow several types. The branch for objects is the one that matters here.
  const object = branchesOf(schema).find(({ properties }) => properties);
  if (!object) return value;
  // Most objects contain no null and no nested value.
  if (!Object.values(value).some((field) => typeof field === "object")) return { ...value };
  const isAbsent = ([name, field]: [string, unknown]) =>
    field === null && propertyOf(object, name) && !object.required?.includes(name);
  return Object.fromEntries(
    Object.entries(value)
      .filter((entry) => !isAbsent(entry))
      .map(([name, field]) => [name, dropNulls(propertyOf(object, name) ?? {}, field)]),
  );
}
