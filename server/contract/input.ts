import { hash } from "node:crypto";
import canonicalize from "canonicalize";
import { type OperationId, operations } from "../../generated/operations.ts";
import { contractDocument } from "./document.ts";
import { cutOversized } from "./oversized.ts";
import { inputSchemas, propertyOf, type Schema } from "./schemas.ts";
import { findUnstorable } from "./storable.ts";
import { type Fault, maxDetails, unknownField } from "./violations.ts";

/** The parts of a request as its transport found them; the API key is already taken out. */
export interface RawInput {
  path: Record<string, string>;
  query: Record<string, unknown>;
  /** Ignored by operations that are no writes. */
  idempotencyKey?: string | undefined;
  body?: unknown;
}

/** A request as it is validated, which changes it; its parts have the names that the validator has for them. */
export interface Prepared {
  path: object;
  query: object;
  header: object;
  requestBody: unknown;
}

/** Makes of an input what is validated, without query parameters that the operation does not have. */
export function prepare(id: OperationId, input: RawInput): Prepared {
  return {
    path: { ...input.path },
    query: declaredQuery(id, input.query),
    header: usesKey(id, input) ? { "idempotency-key": input.idempotencyKey } : {},
    requestBody: prepareBody(id, input.body),
  };
}

/** Whether the operation's effect is to happen once for the input's Idempotency-Key. */
export const usesKey = (id: OperationId, { idempotencyKey }: RawInput): boolean =>
  operations[id].idempotent && idempotencyKey !== undefined;

/**
 * The body as it is validated: an empty object where the operation takes one and none was sent, in a POST without the
 * nulls that count as absent. Of an array or object that is too large only as much is left as its refusal takes.
 */
function prepareBody(id: OperationId, body: unknown): unknown {
  const schema = inputSchemas[id].body;
  if (body === undefined) return schema && {};
  if (!schema) return body;
  const cut = cutOversized(schema, body);
  return operations[id].method === "POST" ? dropNulls(schema, cut) : cut;
}

/** Whether a body is worth validating: none, or an object with about as many fields as the operation has, or takes. */
export function isReadable(id: OperationId, body: unknown): boolean {
  if (body === undefined) return true;
  if (typeof body !== "object" || body === null || Array.isArray(body)) return false;
  const { properties = {}, additionalProperties } = inputSchemas[id].body ?? {};
  if (additionalProperties === true) return true;
  const known = Object.keys(properties).length;
  return Object.keys(body).length <= known + maxDetails;
}

const { bodyDepth } = contractDocument["x-limits"];

/** What is wrong with a readable request that a JSON Schema does not say. */
export function findFaults(id: OperationId, { path, query, header, requestBody: body }: Prepared): Fault[] {
  const faults: Fault[] = [];
  for (const [place, part] of [
    ["path", path],
    ["query", query],
    ["header", header],
    ["body", body],
  ] as const) {
    for (const fault of findUnstorable(part, bodyDepth)) faults.push({ ...fault, place });
  }
  if (inputSchemas[id].body) return faults;
  const extra = Object.keys(body ?? {}).map((name): Fault => ({ place: "body", path: [name], ...unknownField }));
  return [...faults, ...extra];
}

/**
 * The last of several fields that the contract forbids together, if all of them are there. The contract says so by `not`,
 * of which a JSON Schema's fault names no field.
 */
export function findExcluded(id: OperationId, { requestBody: body }: Prepared): Fault[] {
  const { required: names = [] } = (inputSchemas[id].body?.not ?? {}) as Schema;
  const last = names.at(-1);
  if (last === undefined || !names.every((name) => Object.hasOwn(body as object, name))) return [];
  return [{ place: "body", path: [last], message: "is not allowed beside the other fields" }];
}

/** The query parameters that the operation has, and that are not empty. Others are ignored. */
function declaredQuery(id: OperationId, given: Record<string, unknown>): Record<string, unknown> {
  const { queryNames, emptyNames } = inputSchemas[id];
  const names = queryNames.filter((name) => Object.hasOwn(given, name) && (given[name] !== "" || emptyNames.has(name)));
  return Object.fromEntries(names.map((name) => [name, given[name]]));
}

/** The path with its parameters in place, percent-encoded. */
export function fillPath(id: OperationId, values: Record<string, string>): string {
  return operations[id].path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent((values[name] ?? "").toWellFormed()),
  );
}

/** SHA-256 over what makes two requests the same: method, path, query and body, however their JSON was written. */
export function fingerprint(id: OperationId, { path, query, body }: RawInput): Buffer {
  const content = [operations[id].method, fillPath(id, path), declaredQuery(id, query), body ?? {}];
  return hash("sha256", canonicalize(content) ?? "", "buffer");
}

function dropNulls(schema: Schema, value: unknown): unknown {
  const { items } = schema as { items?: Schema };
  if (Array.isArray(value)) return items ? value.map((item) => dropNulls(items, item)) : value;
  if (typeof value !== "object" || value === null) return value;
  // Where other types may stand beside an object, the branch that is one.
  const object = [schema, ...((schema.anyOf ?? []) as Schema[])].find(({ properties }) => properties);
  if (!object) return value;
  // Most have no nulls, and nothing within that may have some.
  if (!Object.values(value).some((field) => typeof field === "object")) return { ...value };
  const isAbsent = ([name, field]: [string, unknown]) =>
    field === null && propertyOf(object, name) && !object.required?.includes(name);
  return Object.fromEntries(
    Object.entries(value)
      .filter((entry) => !isAbsent(entry))
      .map(([name, field]) => [name, dropNulls(propertyOf(object, name) ?? {}, field)]),
  );
}
