import { ApiError, fail } from "../errors.ts";
import type { OnceAnswer } from "../operations/handlers.ts";
import { awaitFirstRequest } from "../operations/once/with-provider.ts";
import type { Scope, SendingScope } from "../operations/scope.ts";
import { explainOptOut } from "../opt-outs/explain-opt-out.ts";
import { describeFailure } from "../provider/failures.ts";
import type { Outcome, Refused } from "../provider/provider.ts";
import { chargeOf } from "./budgets.ts";
import { statusOf } from "./delivery.ts";
import type { Charge, NewTextBase, Recorded, StoredTextBase, TextIds, TextKind } from "./text-kind.ts";

/**
 * Sends one outbound text: record → call the provider → settle, which stores the outcome. The row commits before the
 * provider is called, so no acknowledged text is lost. The provider is called at most once for a row: after a crash, a sweep
 * stores that the outcome is unknown. The simulated carrier's acceptance is known beforehand, and stored with the row.
 * Every wire and job sends by this function, so a text whose key holds it is kept here.
 *
 * @throws recipient_opted_out, message_failed, idempotency_key_mismatch, idempotency_in_progress, and the codes of
 *   `kind.record`
 * @see docs/decisions.md, Sending
 */
export async function send<New extends NewTextBase, Stored extends StoredTextBase, Answer>(
  scope: SendingScope,
  kind: TextKind<New, Stored, Answer>,
  text: New,
): Promise<OnceAnswer<Answer>> {
  if (text.rights.hold !== "none") {
    const held = await kind.hold(scope, text);
    if (held) return held;
  }
  const recorded = await scope.commit(kind.record, text); // one transaction for a batch of texts
  if (recorded.kind !== "stored") return replayOrRefuse(scope, kind, text, recorded);
  return sendRecorded(scope, kind, text, recorded);
}

/** Hands a recorded text over, and answers with what became of it. @throws recipient_opted_out, message_failed */
export async function sendRecorded<New extends NewTextBase, Stored extends StoredTextBase, Answer>(
  means: HandOverMeans,
  kind: Pick<TextKind<New, Stored, Answer>, "outbound" | "settle" | "idsOf" | "present">,
  text: New,
  recorded: Extract<Recorded<Stored>, { kind: "stored" }>,
): Promise<OnceAnswer<Answer>> {
  const { stored, outcome } = await handOver(means, kind, text, recorded);
  if (outcome.kind === "refused") throw refusalOf(outcome, kind.idsOf(stored));
  return { body: kind.present(stored), replayed: false };
}

/** What the hand-over of a text needs. */
export type HandOverMeans = Pick<Scope, "commit" | "provider" | "background" | "files" | "claim" | "testMode" | "now">;

/** Calls the provider for a recorded text, and settles the text. Returns it with the outcome. */
export async function handOver<New extends NewTextBase, Stored extends StoredTextBase>(
  means: HandOverMeans,
  kind: Pick<TextKind<New, Stored, unknown>, "outbound" | "settle">,
  text: New,
  recorded: Extract<Recorded<Stored>, { kind: "stored" }>,
): Promise<{ stored: Stored; outcome: Outcome }> {
  const outbound = kind.outbound(recorded.stored, text, means);
  if (text.startAt !== undefined) outbound.startAt = text.startAt;
  if (recorded.isSettled) outbound.isForeseen = true;
  const outcome = await means.provider.send(outbound); // no transaction is open
  const isSettled = recorded.isSettled && outcome.kind === "accepted";
  const stored = isSettled ? recorded.stored : await settle(means, kind, recorded.stored, outcome, chargeOf(text));
  return { stored, outcome };
}

/** The error of a text that the provider refused. */
function refusalOf(outcome: Refused, ids: TextIds): ApiError {
  const refused = { ...ids, provider: describeFailure(outcome.errorCode, outcome) };
  const { optedOut, retryAfterSeconds } = outcome;
  const wait = retryAfterSeconds !== undefined && { retryAfterSeconds };
  return new ApiError(optedOut ? "recipient_opted_out" : "message_failed", { refused, ...wait });
}

/**
 * Answers a text that is not stored: as the first request with the same key, even if the rules would now refuse the text.
 * Without such a request, a refused text is refused, and a text whose key is free by now is sent.
 */
async function replayOrRefuse<New extends NewTextBase, Stored extends StoredTextBase, Answer>(
  scope: SendingScope,
  kind: TextKind<New, Stored, Answer>,
  text: New,
  recorded: Exclude<Recorded<Stored>, { kind: "stored" }>,
): Promise<OnceAnswer<Answer>> {
  const replay = await findReplay(scope, kind);
  if (replay) return replay;
  if (recorded.kind === "refused") throw await explainOptOut(scope, recorded.error);
  // The key is taken, so the text has one. Its first request has released it since, so this request is now the first.
  return send(scope, kind, text);
}

/**
 * The answer of the first request with the key of this one; undefined if there is none.
 *
 * @throws idempotency_in_progress
 */
export async function findReplay<Answer>(
  { em, teamId, claim }: Pick<Scope, "em" | "teamId" | "claim">,
  kind: { replay: TextKind<never, never, Answer>["replay"] },
): Promise<OnceAnswer<Answer> | undefined> {
  const first = claim && (await awaitFirstRequest(em, claim));
  if (!first) return undefined;
  const body = await kind.replay(em, teamId, first.resourceId, first.kept);
  return body === undefined ? fail("idempotency_in_progress") : { body, replayed: true };
}

/**
 * Stores the outcome. If that fails, the caller still gets the outcome, because the text is stored and the provider has
 * answered. Storing is then retried in the background.
 */
async function settle<Stored extends StoredTextBase>(
  means: HandOverMeans,
  kind: Pick<TextKind<never, Stored, unknown>, "settle">,
  stored: Stored,
  outcome: Outcome,
  charge: Charge | undefined,
): Promise<Stored> {
  const { claim, testMode, now } = means;
  const store = () => means.commit(kind.settle, { stored, outcome, charge, claim, testMode, now });
  try {
    return await store();
  } catch (error) {
    means.background.retry("settle", error, store);
    return { ...stored, deliveryStatus: statusOf(outcome) };
  }
}
