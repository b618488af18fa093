import { findBreaches } from "../contract/answers.ts";
import type { HttpMiddleware } from "./context.ts";

/** Fails loudly when an answer is not what the contract says. For development and tests: it costs time. */
export function checkAnswer(): HttpMiddleware {
  return async (ctx, next) => {
    await next();
    const { operationId, answer } = ctx.state;
    const { status, type, body } = answer!;
    // A string is sent as it is, so that one of type JSON is the text of a JSON file.
    const value = typeof body === "string" && type?.includes("json") ? JSON.parse(body) : body;
    const breaches = operationId ? findBreaches(operationId, status, value) : [];
    if (breaches.length === 0) return;
    const message = `Breach of contract: ${breaches.join("; ")}`;
    ctx.state.answer = { status: 500, body: { success: false, error: "server_error", message } };
  };
}
