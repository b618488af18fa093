import type { SupabaseAnswer } from "../../../generated/api.ts";
import type { ApiError, ErrorCode } from "../../errors.ts";

/** The refusals of a text, with the status that reaches the app of the user. Supabase Auth reads them from a 200. */
const refusals: { [Code in ErrorCode]?: number } = {
  recipient_opted_out: 409,
  invalid_phone: 422,
  sending_number_not_resolved: 422,
  recipient_not_allowed: 403,
  budget_exceeded: 403,
  insufficient_scope: 403,
  license_inactive: 403,
  message_failed: 502,
};

/** The answer to a text that is refused; undefined if the error is another one. */
export function refusalOf({ code, message }: ApiError): SupabaseAnswer | undefined {
  const status = refusals[code];
  return status === undefined ? undefined : { error: { http_code: status, message } };
}

/** The errors of a hook that is not worked on. Supabase Auth repeats it only after 503 and 429 with `Retry-After`. */
const statuses: { [Code in ErrorCode]?: number } = {
  missing_team_context: 401,
  invalid_signature: 401,
  validation_error: 400,
  rate_limited: 503,
};

/** Describes an error in the shape of Supabase's hooks. */
export function describeSupabaseError(error: ApiError): { status: number; body: SupabaseAnswer } {
  const refusal = refusalOf(error);
  if (refusal) return { status: 200, body: refusal };
  const status = statuses[error.code] ?? error.status;
  return { status, body: { error: { http_code: status, message: error.message } } };
}
