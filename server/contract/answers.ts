import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import type { RouteId } from "../../generated/operations.ts";
import { addFormats } from "./formats.ts";
import { describe, mapNested, type Response, type Schema } from "./schemas.ts";

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats(ajv);

const validators = new Map<string, ValidateFunction | undefined>();

/**
 * Describes how an answer breaks the contract; empty if it does not. Checks that the operation has the status, that the
 * body matches the schema, and that every field and error code is declared.
 */
export function findBreaches(id: RouteId, status: number, body: unknown): string[] {
  const key = `${id} ${status}`;
  if (!validators.has(key)) validators.set(key, compile(id, status));
  const validate = validators.get(key);
  if (!validate) return [`${id} has no answer with status ${status}`];
  if (validate(body)) return findUnnamedCode(id, status, body);
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${key}${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

/** Describes an error code that the response does not declare. Errors of JSON-RPC have no such code. */
function findUnnamedCode(id: RouteId, status: number, body: unknown): string[] {
  const { error } = (body ?? {}) as { error?: unknown };
  const codes = responseOf(id, status)?.["x-error-codes"]?.map(({ code }) => code);
  if (typeof error !== "string" || !codes || codes.includes(error)) return [];
  return [`${id} ${status} does not name the code ${error}`];
}

/** The response for a status: its own, or that of the range of statuses that it belongs to. */
function responseOf(id: RouteId, status: number): Response | undefined {
  const { responses = {} } = describe(id);
  return (responses[status] ?? responses[rangeOf(status)]) as Response | undefined;
}

/** The name of the range of a status, as `4XX`. */
export const rangeOf = (status: number): string => `${Math.floor(status / 100)}XX`;

function compile(id: RouteId, status: number): ValidateFunction | undefined {
  const response = responseOf(id, status);
  const content = Object.values(response?.content ?? {})[0];
  return response && ajv.compile(content?.schema ? seal(content.schema as Schema) : true);
}

/** Forbids unknown fields. The contract allows later versions to add fields, but this version must not. */
function seal(schema: Schema): Schema {
  const sealed: Schema = { ...schema, ...mapNested(schema, seal) };
  if (sealed.properties) sealed.additionalProperties ??= false;
  return sealed;
}
