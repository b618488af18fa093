import { asApiError, errorBody } from "../error-answer.ts";
import type { Log } from "../log.ts";
import type { HttpMiddleware } from "./context.ts";

/**
 * Answers whatever was thrown in the error shape, also for an answer that cannot be made into text. What is no ApiError
 * is logged and never told. A refusal that names when to come again is no failure, and is not logged as one.
 */
export function errorResponse(log: Log): HttpMiddleware {
  return async (ctx, next) => {
    try {
      await next();
      const answer = ctx.state.answer!;
      answer.text = typeof answer.body === "string" ? answer.body : (JSON.stringify(answer.body) ?? "");
    } catch (thrown) {
      const error = asApiError(thrown);
      const { requestId, operationId, headers } = ctx.state;
      const isFailure = error.status >= 500 && error.retryAfterSeconds === undefined;
      if (isFailure) log.error({ requestId, operationId, err: error.cause ?? error }, error.code);
      if (error.retryAfterSeconds !== undefined) headers.push("Retry-After", String(error.retryAfterSeconds));
      ctx.state.errorCode = error.code;
      ctx.state.answer = { status: error.status, body: errorBody(error, requestId) };
    }
  };
}
