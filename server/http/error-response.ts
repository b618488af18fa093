import { asApiError, errorBody } from "../error-answer.ts";
import type { Log } from "../log.ts";
import type { HttpMiddleware } from "./context.ts";

/** Answers whatever was thrown in the error shape. What is no ApiError is logged and never told. */
export function errorResponse(log: Log): HttpMiddleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (thrown) {
      const error = asApiError(thrown);
      const { requestId, operationId, headers } = ctx.state;
      if (error.status >= 500) log.error({ requestId, operationId, err: error.cause ?? error }, error.code);
      if (error.retryAfterSeconds !== undefined) headers.push("Retry-After", String(error.retryAfterSeconds));
      ctx.state.errorCode = error.code;
      ctx.state.answer = { status: error.status, body: errorBody(error, requestId) };
    }
  };
}
