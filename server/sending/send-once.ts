import { setTimeout as wait } from "node:timers/promises";
import { plusMicroseconds } from "../db/timestamp.ts";
import { fail } from "../errors.ts";
import { type Claim, type ClaimState, findClaims } from "../idempotency/claims.ts";
import type { OutboundText, Outcome } from "../provider/provider.ts";
import type { Scope } from "../scope.ts";
import type { Recorded } from "./record-once.ts";

/** The result of a send: the stored text, or the kept answer of the first request with the same key. */
export type Sent<Stored, Answer> = { stored: Stored } | { answer: Answer };

/** The steps of sending that differ between the kinds of texts. */
export interface Steps<Stored, Answer> {
  /** Claims, checks and stores the text, in one transaction. */
  record(): Promise<Recorded<Stored>>;
  /** The text as the provider gets it. */
  outbound(stored: Stored): OutboundText;
  /** Stores the outcome in one transaction. It is repeated if the database fails. */
  settle(stored: Stored, outcome: Outcome): Promise<Stored>;
  /** The text with an outcome that could not be stored yet. */
  unsettled(stored: Stored, outcome: Outcome): Stored;
  /** Finds the stored text with that id. */
  find(id: string): Promise<Stored | undefined>;
  /** Rebuilds the answer to the request that stored the text with that id, from the part that was kept. */
  recall(kept: string, id: string): Promise<Answer>;
}

/** The time after which a replay no longer waits for the first request, and is answered from the row. */
const firstCallMicroseconds = 30_000_000;

/** The maximum time that a repeated request waits for the answer of the first request. */
const maxReplayWaitMilliseconds = 8_000;

/**
 * Sends one text: record, call the provider, settle. The row commits before the provider is called. After a crash it is
 * settled later, so no text is lost or sent twice. No transaction is open during the call. The simulated carrier's
 * outcome is known beforehand, so a text that it accepts is already settled when it is recorded.
 *
 * @throws recipient_opted_out, message_failed, idempotency_key_mismatch, idempotency_in_progress, and what `record`
 *   throws
 * @see docs/decisions.md, Sending
 */
export async function sendOnce<Stored, Answer>(
  scope: Scope,
  steps: Steps<Stored, Answer>,
): Promise<Sent<Stored, Answer>> {
  const recorded = await steps.record();
  if (recorded.kind !== "stored") {
    // A replay gets the first answer, even if the rules would now refuse the text.
    const replayed = scope.claim && (await replay(scope, scope.claim, steps));
    if (replayed) {
      scope.reply.replayed = true;
      return replayed;
    }
    if (recorded.kind === "refused") throw recorded.error;
    // The first request was refused and released the key, so this request is now the first.
    return sendOnce(scope, steps);
  }
  const outcome = await scope.provider.send(steps.outbound(recorded.stored));
  const isSettled = recorded.foreseen && outcome.kind === "accepted";
  const stored = isSettled ? recorded.stored : await settle(scope, steps, recorded.stored, outcome);
  if (outcome.kind === "refused") fail(outcome.optedOut ? "recipient_opted_out" : "message_failed");
  return { stored };
}

/**
 * Stores the outcome. If the database fails, the caller still gets the outcome, because the text is stored and the
 * provider has answered. Settling is then retried in the background.
 */
async function settle<Stored>(
  scope: Scope,
  steps: Pick<Steps<Stored, unknown>, "settle" | "unsettled">,
  stored: Stored,
  outcome: Outcome,
): Promise<Stored> {
  try {
    return await steps.settle(stored, outcome);
  } catch (error) {
    scope.background.retry("settle", error, () => steps.settle(stored, outcome));
    return steps.unsettled(stored, outcome);
  }
}

/** Waits for the answer of the first request with this key, and returns it; undefined if that request was refused. */
async function replay<Stored, Answer>(
  scope: Scope,
  claim: Claim,
  steps: Steps<Stored, Answer>,
): Promise<Sent<Stored, Answer> | undefined> {
  const findState = async (): Promise<ClaimState> => (await findClaims(scope.em, [claim]))[0]!;
  let state = await findState();
  for (let waited = 0, pause = 10; state.kind === "pending"; waited += pause, pause = Math.min(pause * 2, 200)) {
    if (plusMicroseconds(state.since, firstCallMicroseconds) < scope.now) return answerFromRow(state, steps);
    if (waited >= maxReplayWaitMilliseconds) fail("idempotency_in_progress");
    await wait(pause);
    state = await findState();
  }
  if (state.kind === "freed") return undefined;
  // A key without a row belongs to another operation, so its fingerprint differs, too.
  if (state.kind === "mismatch" || state.resourceId === null) fail("idempotency_key_mismatch");
  return { answer: await steps.recall(state.answer.body, state.resourceId) };
}

/** Answers from the row, after a crash between record and settle. */
async function answerFromRow<Stored>(
  { resourceId }: { resourceId: string | null },
  steps: Pick<Steps<Stored, unknown>, "find">,
): Promise<{ stored: Stored }> {
  const stored = resourceId ? await steps.find(resourceId) : undefined;
  return stored ? { stored } : fail("idempotency_in_progress");
}
