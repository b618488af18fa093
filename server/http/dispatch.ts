import { type OperationId, operations } from "../../generated/operations.ts";
import type { Admission } from "../admission/admission.ts";
import { describe } from "../contract/schemas.ts";
import type { Caller, Contract } from "../operations/invoke.ts";
import type { OpenScope, RequestOrigin } from "../operations/scope.ts";
import { fieldsOfQuery } from "./callback-fields.ts";
import type { HttpContext, HttpMiddleware } from "./context.ts";

export interface DispatchOptions {
  contract: Contract;
  /** Makes the caller of an admitted request. */
  callerOf(admission: Admission, origin: RequestOrigin): Caller;
  openScope: OpenScope;
}

/** Invokes the operation and answers with its result. */
export function dispatch(id: OperationId, { contract, callerOf, openScope }: DispatchOptions): HttpMiddleware {
  const { contentType } = operations[id];
  const cacheControl = cacheControlOf(id);
  const type = /^text\/|json$/.test(contentType) ? `${contentType}; charset=utf-8` : contentType;
  return async (ctx) => {
    const {
      headers,
      path = {},
      query: parsedQuery = {},
      body,
      admission,
      requestId,
      address,
      dialect,
      signature,
    } = ctx.state;
    const query = dialect ? fieldsOfQuery(parsedQuery) : parsedQuery;
    const callback = dialect && signature !== undefined ? { dialect, signature } : undefined;
    const given = ctx.headers["idempotency-key"] as string | undefined;
    const idempotencyKey = ctx.state.idempotencyKey ?? given;
    const invoked = await contract.invoke(
      id,
      { path, query, idempotencyKey, body, file: id === "uploadMedia" ? fileOf(ctx) : undefined },
      admission ? callerOf(admission, { requestId, address }) : { ...openScope, callback },
    );
    if (cacheControl !== undefined) headers.push("Cache-Control", cacheControl);
    if (invoked.replayed) headers.push("X-Idempotency-Replayed", "true");
    // A string is the text of a file, and is sent unchanged.
    const text = typeof invoked.body === "string" ? invoked.body : JSON.stringify(invoked.body);
    return {
      status: invoked.status,
      type: dialect?.reply.type ?? type,
      body: invoked.status === 204 ? undefined : text,
    };
  };
}

/** The body as a file, whose bytes have been read. */
const fileOf = ({ state: { rawBody = Buffer.alloc(0) }, headers }: HttpContext) => ({
  bytes: rawBody,
  type: headers["content-type"] ?? "",
});

/** The constant `Cache-Control` that the contract gives the answer of an operation. */
function cacheControlOf(id: OperationId): string | undefined {
  const { headers } = (describe(id).responses?.["200"] ?? {}) as {
    headers?: Record<string, { schema?: { enum?: string[] } }>;
  };
  return headers?.["Cache-Control"]?.schema?.enum?.[0];
}
