/**
 * The errors of the Twilio door: each error of ours with the status and the code that a client of Twilio knows. No refusal
 * of a text has a status of 500 and above, because Twilio's client for Java sends such a request three times by itself.
 */
import type { TwilioError } from "../../../generated/api.ts";
import type { RouteId } from "../../../generated/operations.ts";
import { ApiError, type ErrorCode } from "../../errors.ts";

/** The status of an answer, and Twilio's code. */
type Known = readonly [status: number, code: number];

const invalid: Known = [400, 20001];
const unknown: Known = [404, 20404];
const conflict: Known = [409, 20409];

/** The code of a text that the carrier refused, if its own code is not a number. */
const unknownFailure = 30008;

const table: Record<ErrorCode, Known> = {
  missing_team_context: [401, 20003],
  license_inactive: [403, 20005],
  insufficient_scope: [403, 20403],
  recipient_not_allowed: [400, 21408],
  budget_exceeded: [429, 63038],
  not_found: unknown,
  method_not_allowed: [405, 20004],
  validation_error: invalid,
  not_acceptable: [406, 20001],
  foreign_origin: [403, 20403],
  payload_too_large: [413, 20001],
  unsupported_media_type: [415, 20001],
  rate_limited: [429, 20429],
  server_error: [500, 20500],
  invalid_idempotency_key: invalid,
  idempotency_key_mismatch: invalid,
  idempotency_in_progress: conflict,
  invalid_signature: [401, 20003],
  invalid_phone: [400, 21211],
  invalid_thread: invalid,
  message_required_or_empty: [400, 21602],
  invalid_sender: [400, 21606],
  message_not_found: unknown,
  too_many_segments: [400, 21617],
  invalid_send_at: [400, 35114],
  quiet_hours: [400, 35114],
  message_not_cancelable: [400, 30409],
  message_in_progress: [409, 20009],
  erasure_not_found: unknown,
  erasure_in_progress: conflict,
  campaign_not_found: unknown,
  approval_not_found: unknown,
  approval_already_decided: conflict,
  approval_canceled: conflict,
  thread_not_found: unknown,
  sending_number_not_resolved: [400, 21603],
  recipient_opted_out: [400, 21610],
  message_failed: [400, unknownFailure],
  invalid_since: invalid,
  consent_conflict: conflict,
  suspected_revocation_not_found: unknown,
  suspected_revocation_decided: conflict,
  media_not_found: unknown,
  media_not_stored: conflict,
  media_not_supported: [400, 21621],
  media_type_not_allowed: invalid,
  media_quota_exceeded: invalid,
  contact_not_found: unknown,
  contact_phone_not_found: unknown,
  ambiguous_contact_match: conflict,
  contact_identity_conflict: conflict,
  multiple_contacts_found: conflict,
  contact_changed: conflict,
  cannot_merge_same_contact: invalid,
  invalid_merge_strategy: invalid,
  external_id_conflict: conflict,
  merge_changed: conflict,
  merge_not_found: unknown,
  merge_already_undone: conflict,
  merge_undo_conflict: conflict,
  duplicate_contact_phone: conflict,
  cannot_delete_last_contact_phone: conflict,
  invalid_recipient_id: invalid,
  invalid_message: invalid,
  invalid_lifetime: invalid,
  invalid_length: invalid,
  invalid_otp_format: [400, 60200],
  otp_invalid: unknown,
  otp_already_verified: unknown,
  otp_expired: unknown,
  otp_max_attempts: [429, 60202],
  business_number_not_found: unknown,
  duplicate_business_number_name: conflict,
  duplicate_business_number_phone: conflict,
  invalid_business_number_status: invalid,
  cannot_delete_primary_business_number: conflict,
  webhook_endpoint_not_found: unknown,
  simulated_text_not_found: unknown,
};

/** The codes of the fields that the contract checks: of a missing value, and of any other. */
const fieldCodes: { [Id in RouteId]?: Record<string, { missing?: number; other: number }> } = {
  createTwilioMessage: {
    To: { missing: 21604, other: 21211 },
    From: { other: 21212 },
    Body: { other: 21617 },
    SendAt: { other: 35114 },
    MediaUrl: { other: 21620 },
    StatusCallback: { other: 21609 },
  },
  startTwilioVerification: {
    To: { other: 60200 },
    Channel: { other: 60200 },
    CustomFriendlyName: { other: 60200 },
  },
  checkTwilioVerification: {
    Code: { other: 60200 },
    To: { other: 60200 },
    VerificationSid: { other: 60200 },
  },
};

/** A refusal that only this door has, with Twilio's code. */
export class TwilioRefusal extends ApiError {
  readonly known: Known;

  constructor(code: number, message: string, { status = 400, retryAfterSeconds }: RefusalOptions = {}) {
    super("validation_error", { status: 400, message, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) });
    this.known = [status, code];
  }
}

interface RefusalOptions {
  status?: number;
  retryAfterSeconds?: number | undefined;
}

/** Refuses the request with a code of Twilio. */
export function refuse(code: number, message: string, options?: RefusalOptions): never {
  throw new TwilioRefusal(code, message, options);
}

/** Describes an error in the shape of Twilio. `id` is the operation that was refused, if there is one. */
export function describeError(error: ApiError, id: RouteId | undefined): TwilioError {
  const [status, code] = knownOf(error, id);
  const { message } = error;
  return { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status };
}

function knownOf(error: ApiError, id: RouteId | undefined): Known {
  if (error instanceof TwilioRefusal) return error.known;
  const { code, status, details, refused } = error;
  if (code === "server_error") return status === 503 ? [503, 20503] : table.server_error;
  const [knownStatus, knownCode] = table[code];
  if (code === "message_failed") return [knownStatus, codeOfCarrier(refused?.provider.code) ?? unknownFailure];
  const [first] = details ?? [];
  const codes = first && id && fieldCodes[id]?.[first.field.replace(/[.[].*/s, "")];
  if (!codes) return [knownStatus, knownCode];
  const isMissing = first.message === "is required";
  return [knownStatus, (isMissing ? codes.missing : undefined) ?? codes.other];
}

/** The code of a carrier as a number, which clients require; undefined if it is not one. */
export const codeOfCarrier = (code: string | null | undefined): number | undefined =>
  code && /^\d{1,9}$/.test(code) ? Number(code) : undefined;
