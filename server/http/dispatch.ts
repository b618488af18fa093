import { type OperationId, operations } from "../../generated/operations.ts";
import type { Caller, Contract } from "../contract/contract.ts";
import type { OpenScope } from "../scope.ts";
import type { Admission } from "../teams/admit.ts";
import { fieldsOfQuery } from "./callback-fields.ts";
import type { HttpMiddleware } from "./context.ts";

export interface DispatchOptions {
  contract: Contract;
  /** Makes the caller of an admitted request. */
  callerOf(admission: Admission): Caller;
  openScope: OpenScope;
}

/** Invokes the operation and answers with its result. */
export function dispatch(id: OperationId, { contract, callerOf, openScope }: DispatchOptions): HttpMiddleware {
  const { contentType } = operations[id];
  const type = /^text\/|json$/.test(contentType) ? `${contentType}; charset=utf-8` : contentType;
  return async (ctx) => {
    const { headers, path = {}, query: parsedQuery = {}, body, admission, signature = null } = ctx.state;
    const query = signature === null ? parsedQuery : fieldsOfQuery(parsedQuery);
    const idempotencyKey = ctx.headers["idempotency-key"] as string | undefined;
    const answer = await contract.invoke(
      id,
      { path, query, idempotencyKey, body },
      admission ? callerOf(admission) : { ...openScope, signature },
    );
    if (answer.replayed) headers.push("X-Idempotency-Replayed", "true");
    ctx.state.answer = { status: answer.status, body: answer.body, type };
  };
}
