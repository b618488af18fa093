import type { OpenAPIV3_1 } from "openapi-types";
import { authOf } from "./outlines.ts";

interface Extensions {
  "x-door"?: string;
  "x-calls-provider"?: boolean;
  "x-once"?: string;
  "x-scope"?: string | string[];
  "x-target"?: string;
  "x-tool"?: boolean | "selected";
  "x-transport"?: string;
}

/** How a write runs at most once for an Idempotency-Key; null for an operation that takes no key. */
function onceOf({ operationId, "x-once": once }: OpenAPIV3_1.OperationObject & Extensions, takesKey: boolean) {
  if (takesKey !== (once !== undefined)) {
    throw new Error(`${operationId} must have "x-once" if it takes an Idempotency-Key, and only then.`);
  }
  return once ?? null;
}

/** The id of the record that a write changes; null for reads, and for writes that leave no audit event. */
function targetOf({ operationId, "x-once": once, "x-target": target }: OpenAPIV3_1.OperationObject & Extensions) {
  if (once === "transaction" && !target) throw new Error(`${operationId} must have "x-target".`);
  if (target && !/^(path|answer)\./.test(target))
    throw new Error(`${target} is neither in the path nor in the answer.`);
  return target ?? null;
}

/** The scopes that an operation needs. An operation has some if it can answer `insufficient_scope`, and only then. */
function scopesOf({ operationId, responses, ...extensions }: OpenAPIV3_1.OperationObject & Extensions) {
  const { "x-scope": scopes = [], "x-door": door } = extensions;
  // The errors of a door have the codes of its model.
  if (door) return [scopes].flat();
  const { "x-error-codes": codes = [] } = (responses?.["403"] ?? {}) as { "x-error-codes"?: { code: string }[] };
  if (codes.some(({ code }) => code === "insufficient_scope") !== scopes.length > 0) {
    throw new Error(`${operationId} must have "x-scope" if it can answer insufficient_scope, and only then.`);
  }
  return [scopes].flat();
}

/** The scopes that fields of the body need, beside the scopes of the operation. */
function fieldScopesOf({ requestBody }: OpenAPIV3_1.OperationObject): Record<string, string[]> {
  const { content } = (requestBody ?? {}) as Partial<OpenAPIV3_1.RequestBodyObject>;
  const { properties = {} } = (content?.["application/json"]?.schema ?? {}) as OpenAPIV3_1.SchemaObject;
  const fields = Object.entries(properties) as [string, Extensions][];
  return Object.fromEntries(fields.flatMap(([name, { "x-scope": scope }]) => (scope ? [[name, [scope].flat()]] : [])));
}

/**
 * Derives a table of the operations from the contract without references, so that the server and the command line need
 * not read the whole contract.
 */
export function deriveOperations(contract: OpenAPIV3_1.Document): string {
  const table = Object.entries(contract.paths ?? {}).flatMap(([path, item]) =>
    (["get", "post", "patch", "delete"] as const).flatMap((method) => {
      const operation = item?.[method] as (OpenAPIV3_1.OperationObject & Extensions) | undefined;
      if (!operation) return [];
      const [status, success] = Object.entries(operation.responses ?? {}).find(([code]) => code.startsWith("2")) ?? [];
      const headers = (success as OpenAPIV3_1.ResponseObject).headers ?? {};
      const entry = {
        area: operation.tags?.[0],
        method: method.toUpperCase(),
        path,
        auth: authOf(contract, operation),
        door: operation["x-door"] ?? null,
        scopes: scopesOf(operation),
        once: onceOf(operation, "X-Idempotency-Replayed" in headers),
        target: targetOf(operation),
        callsProvider: operation["x-calls-provider"] ?? false,
        isTool: authOf(contract, operation) === "apiKey" && operation["x-tool"] !== false,
        isDefaultTool: authOf(contract, operation) === "apiKey" && operation["x-tool"] === undefined,
        status: Number(status),
        // Empty for an answer without a body.
        contentType: Object.keys((success as OpenAPIV3_1.ResponseObject).content ?? {})[0] ?? "",
        defaults: namesWithDefault(operation),
        summary: operation.summary,
      };
      const { operationId: id } = operation;
      return [{ id, entry, fieldScopes: fieldScopesOf(operation), isTransport: "x-transport" in operation }];
    }),
  );
  const { KeyScope: scopes } = contract.components!.schemas as Record<string, OpenAPIV3_1.SchemaObject>;
  const fieldScopes = table.filter((each) => Object.keys(each.fieldScopes).length > 0);
  const used = table.flatMap(({ entry, fieldScopes }) => [entry.scopes, Object.values(fieldScopes)].flat(2));
  const unknown = used.find((scope) => !scopes!.enum!.includes(scope));
  if (unknown !== undefined) throw new Error(`${unknown} is not a KeyScope.`);
  const named = (scopes as { "x-named-scopes"?: string[] })["x-named-scopes"] ?? [];
  const part = (transports: boolean) => {
    const entries = table.filter(({ isTransport }) => isTransport === transports).map(({ id, entry }) => [id, entry]);
    return JSON.stringify(Object.fromEntries(entries), null, 2);
  };
  return `
/** The operations of the service. */
export const operations = ${part(false)} as const;

/** Other transports for the same operations. */
export const transports = ${part(true)} as const;

/** All routes that the server handles. */
export const routes = { ...operations, ...transports } as const;

export type OperationId = keyof typeof operations;

/** All scopes of API keys. */
export const keyScopes = ${JSON.stringify(scopes!.enum, null, 2)} as const;

export type KeyScope = (typeof keyScopes)[number];

/** The scopes that a key has only if they are named. */
export const namedScopes: readonly KeyScope[] = ${JSON.stringify(named, null, 2)};

/** The scopes that fields of a body need, beside the scopes of their operation. */
export const fieldScopes: { [Id in OperationId]?: Record<string, KeyScope[]> } = ${JSON.stringify(
    Object.fromEntries(fieldScopes.map(({ id, fieldScopes }) => [id, fieldScopes])),
    null,
    2,
  )};

export type RouteId = keyof typeof routes;
`;
}

/** The names of the query parameters and body fields that have a default. */
function namesWithDefault(operation: OpenAPIV3_1.OperationObject): string[] {
  const hasDefault = (schema: unknown) => typeof schema === "object" && schema !== null && "default" in schema;
  const parameters = (operation.parameters ?? []) as OpenAPIV3_1.ParameterObject[];
  const body = operation.requestBody as OpenAPIV3_1.RequestBodyObject | undefined;
  const schema = (body?.content["application/json"]?.schema ?? {}) as OpenAPIV3_1.SchemaObject;
  return [
    ...parameters.filter((parameter) => hasDefault(parameter.schema)).map(({ name }) => name),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, property]) => (hasDefault(property) ? [name] : [])),
  ];
}
