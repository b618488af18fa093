import type { Problem } from "../generated/api.ts";
import type { ErrorCode } from "../generated/errors.ts";

/** The exit code of each class of failure. */
export const exitCodes = {
  ok: 0,
  unexpected: 1,
  usage: 2,
  invalid: 3,
  authentication: 4,
  notFound: 5,
  conflict: 6,
  rateLimited: 7,
  server: 8,
  partlyFailed: 9,
  interrupted: 130,
} as const;

export type FailureClass = keyof typeof exitCodes;

/** The details of an error response. */
export interface Refusal extends Partial<Pick<Problem, "requestId" | "nextStep" | "textId" | "threadId" | "provider">> {
  code?: string;
  status?: number;
  details?: { field: string; message: string }[];
}

/** The failure of a command, as it is shown to the user. */
export class Failure extends Error {
  readonly exitCode: number;
  /** What the user can do. */
  readonly hint: string | undefined;
  readonly refusal: Refusal;

  constructor(kind: FailureClass, message: string, { hint, ...refusal }: Refusal & { hint?: string } = {}) {
    super(message);
    this.exitCode = exitCodes[kind];
    this.hint = hint;
    this.refusal = refusal;
  }
}

/** The failure for an invalid command line. */
export function usageError(message: string): Failure {
  return new Failure("usage", message);
}

/** The commands and options that help, beside the next step of the response. */
const hints: Partial<Record<ErrorCode, string>> = {
  missing_team_context: "Log in again with `messaging login`, or set MESSAGING_API_KEY.",
  license_inactive: "Add --test to continue in test mode, or ask the operator to run `messaging teams license`.",
  thread_not_found: "`messaging threads list` lists the threads.",
  message_not_found: "`messaging texts list` lists the texts, and with --test those of test mode.",
  approval_not_found: "`messaging approvals list` lists the texts that wait for an approval.",
  campaign_not_found:
    "`messaging texts waiting --columns id,sendAt,campaign` shows the campaigns of the texts that wait.",
  contact_not_found: "`messaging contacts list --query NAME` finds contacts.",
  contact_phone_not_found: "`messaging contacts get ID` shows a contact's phones with their ids.",
  ambiguous_contact_match:
    "Select one contact with --id, or merge the contacts. `messaging contacts duplicates` lists them.",
  multiple_contacts_found:
    "`messaging contacts duplicates` lists the contacts, and `messaging contacts merge` merges two of them.",
  external_id_conflict:
    "Choose the external id to keep with --field externalId=prefer_target or --field externalId=prefer_source.",
  cannot_delete_last_contact_phone: "Add another phone first: `messaging contacts phones add ID PHONE`.",
  business_number_not_found: "`messaging numbers list` lists the numbers.",
  sending_number_not_resolved: "Add a number with `messaging numbers create`, or select a number with --from.",
  invalid_sender: "`messaging numbers list` lists the numbers to send from.",
  cannot_delete_primary_business_number: "Make another number primary first: `messaging numbers make-primary ID`.",
  idempotency_key_mismatch: "Use a new --idempotency-key for a new request, or leave the option out.",
  otp_expired: "Generate a new passcode: `messaging otp generate`.",
  otp_max_attempts: "Generate a new passcode: `messaging otp generate`.",
};

/** The failure class of an HTTP status. */
function classOf(status: number): FailureClass {
  if (status === 401 || status === 403) return "authentication";
  if (status === 404 || status === 405) return "notFound";
  if (status === 409 || status === 410) return "conflict";
  if (status === 429) return "rateLimited";
  return status >= 500 ? "server" : "invalid";
}

/** Turns an error response into a failure. The body may come from a proxy, and then has another shape. */
export function refusalOf(status: number, body: unknown, idempotencyKey?: string | null): Failure {
  const problem = (typeof body === "object" && body !== null ? body : {}) as Partial<Problem>;
  const { error, message, requestId, details } = problem;
  const { nextStep, textId, threadId, provider } = problem.success === false ? problem : {};
  const reason = provider ? ` ${reasonOf(provider.code, provider.meaning)}` : "";
  const mayHaveTakenEffect = status >= 500 && error !== "message_failed";
  return new Failure(classOf(status), `${message ?? `The server responded with status ${status}.`}${reason}`, {
    status,
    code: error,
    requestId,
    nextStep,
    details,
    textId,
    threadId,
    provider,
    hint: mayHaveTakenEffect ? repeatHint(idempotencyKey) : hints[error as ErrorCode],
  });
}

/** Why a text failed or was not delivered: the provider's code and what it means. */
export const reasonOf = (code: string, meaning: string | null | undefined): string =>
  meaning ? `${code}: ${meaning}` : code;

/** The hint for a write with an unknown outcome: how to repeat it safely. */
export function repeatHint(idempotencyKey: string | null | undefined): string | undefined {
  if (!idempotencyKey) return undefined;
  return `The request may have taken effect. To retry safely, add --idempotency-key ${idempotencyKey}`;
}

/** Whether the same request may succeed later: the server is unavailable, or the rate limit is used up. */
export function isTemporary(error: unknown): error is Failure {
  return error instanceof Failure && (error.exitCode === exitCodes.server || error.exitCode === exitCodes.rateLimited);
}

/** The message of the innermost cause, which says most. */
export function messageOf(error: unknown): string {
  const { message, cause, errors } = error as Error & { errors?: Error[] };
  if (cause) return messageOf(cause);
  return message || errors?.map(messageOf).join("; ") || String(error);
}

/** The failure for an unexpected error. */
export function describeUnexpected(error: unknown): Failure {
  return new Failure("unexpected", error instanceof Error ? error.message : String(error));
}
