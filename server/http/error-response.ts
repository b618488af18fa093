import { isContention, isDatabaseAway } from "../db/faults.ts";
import { ApiError } from "../errors.ts";
import type { Log } from "../log.ts";
import type { HttpMiddleware } from "./context.ts";

/** Answers whatever was thrown in the error shape. What is no ApiError is logged and never told. */
export function errorResponse(log: Log): HttpMiddleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (thrown) {
      const error = thrown instanceof ApiError ? thrown : unexpected(thrown);
      const { requestId, operationId } = ctx.state;
      if (error.status >= 500) log.error({ requestId, operationId, err: error.cause ?? error }, error.code);
      if (error.retryAfterSeconds !== undefined) ctx.set("Retry-After", String(error.retryAfterSeconds));
      ctx.status = error.status;
      ctx.body = errorBody(error, requestId);
    }
  };
}

/** The wire shape of every error. */
export function errorBody(error: ApiError, requestId?: string) {
  const { code, message, details } = error;
  return { success: false, error: code, message, ...(details && { details }), ...(requestId && { requestId }) };
}

function unexpected(cause: unknown): ApiError {
  const isPassing = isDatabaseAway(cause) || isContention(cause);
  return new ApiError("server_error", isPassing ? { status: 503, cause } : { cause });
}
