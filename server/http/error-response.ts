import { asApiError, errorBody } from "../error-answer.ts";
import type { Log } from "../log.ts";
import type { HttpMiddleware } from "./context.ts";

/**
 * Turns every thrown error into an answer in the error shape, including errors from serializing an answer. An error that
 * is not an ApiError becomes `server_error`. Failures are logged, except those with `Retry-After`.
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
