import { type OperationId, operations } from "../../generated/operations.ts";
import type { Caller, Contract } from "../contract/contract.ts";
import type { OpenScope } from "../scope.ts";
import type { Admission } from "../teams/admit.ts";
import type { HttpMiddleware } from "./context.ts";

export interface DispatchOptions {
  contract: Contract;
  /** Makes what an admitted request may touch. */
  callerOf(admission: Admission): Caller;
  openScope: OpenScope;
}

// As Koa would say it, which looks for the charset of a type each time.
const json = "application/json; charset=utf-8";

/** Hands the request to its operation and answers with what it gives. */
export function dispatch(id: OperationId, { contract, callerOf, openScope }: DispatchOptions): HttpMiddleware {
  const { contentType } = operations[id];
  return async (ctx) => {
    const { path = {}, query = {}, body, admission } = ctx.state;
    const idempotencyKey = ctx.headers["idempotency-key"] as string | undefined;
    const answer = await contract.invoke(
      id,
      { path, query, idempotencyKey, body },
      admission ? callerOf(admission) : openScope,
    );
    ctx.status = answer.status;
    if (answer.replayed) ctx.set("X-Idempotency-Replayed", "true");
    if (contentType === "application/json") ctx.res.setHeader("Content-Type", json);
    else ctx.type = contentType;
    ctx.body = answer.body;
  };
}
