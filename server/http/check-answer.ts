import { findBreaches } from "../contract/answers.ts";
import type { HttpMiddleware } from "./context.ts";

/** Replaces an answer that breaks the contract with status 500. For development and tests, because it is slow. */
export function checkAnswer(): HttpMiddleware {
  return async (ctx, next) => {
    await next();
    const { operationId, answer } = ctx.state;
    const { status, type, body } = answer!;
    // A string body is sent unchanged, so a string of type JSON is the text of a JSON file.
    const value = typeof body === "string" && type?.includes("json") ? JSON.parse(body) : body;
    const breaches = operationId ? findBreaches(operationId, status, value) : [];
    if (breaches.length === 0) return;
    const message = `Breach of contract: ${breaches.join("; ")}`;
    ctx.state.answer = { status: 500, body: { success: false, error: "server_error", message } };
  };
}
