import { isContention, isDatabaseAway, isStatementTimeout } from "./db/faults.ts";
import { ApiError } from "./errors.ts";
import { LimitReached } from "./limiter.ts";

/** The wire shape of every error. */
export function errorBody(error: ApiError, requestId?: string) {
  const { code, message, details } = error;
  return { success: false, error: code, message, ...(details && { details }), ...(requestId && { requestId }) };
}

/** What was thrown as an answer: what is no ApiError is the server's failure, whose cause is never told. */
export function asApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  const isPassing =
    isDatabaseAway(thrown) || isContention(thrown) || isStatementTimeout(thrown) || thrown instanceof LimitReached;
  return new ApiError("server_error", { cause: thrown, ...(isPassing && { status: 503 }) });
}
