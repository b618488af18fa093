import { findBreaches } from "../contract/answers.ts";
import type { HttpMiddleware } from "./context.ts";

/** Fails loudly when an answer is not what the contract says. For development and tests: it costs time. */
export function checkAnswer(): HttpMiddleware {
  return async (ctx, next) => {
    await next();
    const { operationId } = ctx.state;
    const breaches = operationId ? findBreaches(operationId, ctx.status, ctx.body) : [];
    if (breaches.length === 0) return;
    ctx.status = 500;
    ctx.body = { success: false, error: "server_error", message: `Breach of contract: ${breaches.join("; ")}` };
  };
}
