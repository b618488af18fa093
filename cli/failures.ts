import type { ErrorCode } from "../generated/errors.ts";
import { type Io, tell } from "./io.ts";
import { escapeJson, plain, styled } from "./output/plain-text.ts";

/** What a command ends with, by class of failure. */
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

/** What the server adds to a refusal. */
export interface Refusal {
  code?: string;
  status?: number;
  requestId?: string;
  details?: { field: string; message: string }[];
}

/** A command's failure, as its user is told of it. */
export class Failure extends Error {
  readonly exitCode: number;
  /** What to do about it. */
  readonly hint: string | undefined;
  readonly refusal: Refusal;

  constructor(kind: FailureClass, message: string, { hint, ...refusal }: Refusal & { hint?: string } = {}) {
    super(message);
    this.exitCode = exitCodes[kind];
    this.hint = hint;
    this.refusal = refusal;
  }
}

/** A command line that makes no sense. */
export function usageError(message: string): Failure {
  return new Failure("usage", message);
}

const hints: Partial<Record<ErrorCode, string>> = {
  missing_team_context: "Log in again with `messaging login`, or set MESSAGING_API_KEY.",
  license_inactive: "Add --test to go on in test mode, or ask the operator to run `messaging teams license`.",
  rate_limited: "Wait a little, or ask the operator for a higher limit.",
  recipient_opted_out: "They can text START to the sending number to be reached again.",
  thread_not_found: "`messaging threads list` shows the threads there are.",
  contact_not_found: "`messaging contacts list --query NAME` finds contacts.",
  contact_phone_not_found: "`messaging contacts get ID` shows a contact's phones with their ids.",
  ambiguous_contact_match: "Name one of them with --id, or merge them: `messaging contacts duplicates`.",
  multiple_contacts_found: "`messaging contacts duplicates` shows them, `messaging contacts merge` makes them one.",
  external_id_conflict: "Say which one stays with --field externalId=prefer_target, or prefer_source.",
  cannot_delete_last_contact_phone: "Add another phone first: `messaging contacts phones add ID PHONE`.",
  business_number_not_found: "`messaging numbers list` shows the numbers there are.",
  sending_number_not_resolved: "Add a number with `messaging numbers create`, or name one with --from.",
  invalid_sender: "`messaging numbers list` shows the numbers to send from.",
  cannot_delete_primary_business_number: "Make another one primary first: `messaging numbers make-primary ID`.",
  idempotency_key_mismatch: "Leave out --idempotency-key, or give a new one for a new request.",
  otp_expired: "Make a new one: `messaging otp generate`.",
  otp_max_attempts: "Make a new one: `messaging otp generate`.",
  message_failed: "Nobody was texted. Of a text, `messaging threads messages ID` shows the provider's code.",
};

/** The class of a refusal, by its status. */
function classOf(status: number): FailureClass {
  if (status === 401 || status === 403) return "authentication";
  if (status === 404 || status === 405) return "notFound";
  if (status === 409 || status === 410) return "conflict";
  if (status === 429) return "rateLimited";
  return status >= 500 ? "server" : "invalid";
}

/** The failure that an answer which is no success stands for. A proxy's may be no JSON of the API's. */
export function refusalOf(status: number, body: unknown, idempotencyKey?: string | null): Failure {
  const { error, message, requestId, details } = (typeof body === "object" && body !== null ? body : {}) as {
    error?: string;
    message?: string;
    requestId?: string;
    details?: Refusal["details"];
  };
  const isUnclear = status >= 500 && error !== "message_failed";
  return new Failure(classOf(status), message ?? `The server answered with status ${status}.`, {
    status,
    code: error,
    requestId,
    details,
    hint: isUnclear ? repeatHint(idempotencyKey) : hints[error as ErrorCode],
  });
}

/** How to repeat a write of which nobody knows whether it took effect. */
export function repeatHint(idempotencyKey: string | null | undefined): string | undefined {
  if (!idempotencyKey) return undefined;
  return `It may have taken effect. Repeat it safely with --idempotency-key ${idempotencyKey}`;
}

/** Tells of a failure on stderr, as JSON to who asked for JSON. */
export function tellFailure(io: Io, { message, exitCode, hint, refusal }: Failure, asJson: boolean): void {
  const { code, status, requestId, details } = refusal;
  if (asJson) {
    tell(io, escapeJson(JSON.stringify({ error: code ?? null, message, status, requestId, details, hint, exitCode })));
    return;
  }
  const label = styled(io, "red", code ? `error[${plain(code)}]:` : "error:");
  tell(io, `${label} ${plain(message, { keepLines: true })}`);
  for (const each of details ?? []) {
    if (details!.length > 1 || each.field) tell(io, `  ${plain(each.field || "body")}: ${plain(each.message)}`);
  }
  if (hint) tell(io, `  ${plain(hint)}`);
  const origin = [...(requestId ? [`request ${requestId}`] : []), ...(status ? [`HTTP ${status}`] : [])];
  if (origin.length > 0) tell(io, styled(io, "dim", `  ${plain(origin.join("  "))}`));
}

/** A failure that nothing foresaw. */
export function describeUnexpected(error: unknown): Failure {
  return new Failure("unexpected", error instanceof Error ? error.message : String(error));
}
