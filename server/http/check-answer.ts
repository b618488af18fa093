import { findBreaches } from "../contract/answers.ts";
import type { HttpMiddleware } from "./context.ts";

/** Replaces an answer that breaks the contract with status 500. For development and tests, because it is slow. */
export function checkAnswer(): HttpMiddleware {
  return async (ctx, next) => {
    const answer = await next();
    const { operationId } = ctx.state;
    const { status, type = "json", body } = answer;
    const value = body !== undefined && type.includes("json") ? JSON.parse(body) : body;
    const breaches = operationId && !answer.stream ? findBreaches(operationId, status, value) : [];
    if (breaches.length === 0) return answer;
    const message = `Breach of contract: ${breaches.join("; ")}`;
    return { status: 500, body: JSON.stringify({ success: false, error: "server_error", message }) };
  };
}
