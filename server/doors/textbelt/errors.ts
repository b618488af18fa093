import type { TextbeltFailure, TextbeltStatus } from "../../../generated/api.ts";
import type { RouteId } from "../../../generated/operations.ts";
import type { ApiError, ErrorCode } from "../../errors.ts";

/** The errors that keep their status. Textbelt answers every other refusal with 200, and its clients read the body. */
const withStatus = new Set<ErrorCode>([
  "not_found",
  "method_not_allowed",
  "payload_too_large",
  "unsupported_media_type",
  "rate_limited",
  "server_error",
]);

/** Describes an error in the shape of Textbelt. A text whose id cannot be read is unknown. */
export function describeTextbeltError(
  { code, status, message, retryAfterSeconds }: ApiError,
  id: RouteId | undefined,
): { status: number; body: TextbeltFailure | TextbeltStatus } {
  if (id === "getTextbeltStatus" && code === "validation_error") return { status: 200, body: { status: "UNKNOWN" } };
  const refusal = { success: false, ...wordsOf(code, message) };
  if (!withStatus.has(code)) return { status: 200, body: refusal };
  const retryAfter = retryAfterSeconds ?? (status === 503 ? 1 : undefined);
  return { status, body: retryAfter === undefined ? refusal : { ...refusal, retryAfter } };
}

/** The words that clients look for. A client takes every error with the word quota for the end of its quota. */
function wordsOf(code: ErrorCode, message: string): Pick<TextbeltFailure, "error" | "quotaRemaining"> {
  if (code === "missing_team_context") return { quotaRemaining: 0, error: "Invalid key." };
  if (code === "budget_exceeded") return { quotaRemaining: 0, error: `Out of quota. ${message}` };
  return { error: message };
}
