import { findBreaches } from "../contract/answers.ts";
import type { HttpMiddleware } from "./context.ts";

/** Replaces an answer that breaks the contract with status 500. For development and tests, because it is slow. */
export function checkAnswer(): HttpMiddleware {
  return async (ctx, next) => {
    const answer = await next();
    const { operationId } = ctx.state;
    const { status, type = "json", body, stream, length } = answer;
    const value = body !== undefined && type.includes("json") ? JSON.parse(body) : body;
    // The bytes of a file are not checked, nor is their absence in an answer to HEAD.
    const isChecked = !stream && length === undefined;
    const breaches = operationId && isChecked ? findBreaches(operationId, status, value) : [];
    if (breaches.length === 0) return answer;
    const message = `Breach of contract: ${breaches.join("; ")}`;
    return { status: 500, body: JSON.stringify({ success: false, error: "server_error", message }) };
  };
}
