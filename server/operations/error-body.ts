import { LimitReached } from "../db/commit/limiter.ts";
import { isContention, isDatabaseAway, isStatementTimeout } from "../db/faults.ts";
import { ApiError } from "../errors.ts";

/** The wire shape of every error. */
export function errorBody(error: ApiError, requestId?: string) {
  const { code, message, nextStep, details, refused, nextAllowedAt, consent, mergedInto } = error;
  const body = { success: false, error: code, message, nextStep, ...(details && { details }), ...refused };
  const more = {
    ...(nextAllowedAt !== undefined && { nextAllowedAt }),
    ...(consent && { consent }),
    ...(mergedInto !== undefined && { mergedInto }),
  };
  return { ...body, ...more, ...(requestId && { requestId }) };
}

/** Converts a thrown value to an ApiError. Any other error becomes server_error, and the answer does not contain its cause. */
export function asApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  const isTemporary =
    isDatabaseAway(thrown) || isContention(thrown) || isStatementTimeout(thrown) || thrown instanceof LimitReached;
  return new ApiError("server_error", { cause: thrown, ...(isTemporary && { status: 503 }) });
}
