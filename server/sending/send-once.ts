import { setTimeout as wait } from "node:timers/promises";
import { plusMicroseconds } from "../db/timestamp.ts";
import { fail } from "../errors.ts";
import { type Claim, type ClaimState, findClaims } from "../idempotency/claims.ts";
import type { OutboundText, Outcome } from "../provider/provider.ts";
import type { Scope } from "../scope.ts";
import type { Recorded } from "./record-once.ts";

/** What a send answers: what is stored of the text, or the kept answer of the request that had its key first. */
export type Sent<Stored, Answer> = { stored: Stored } | { answer: Answer };

/** The steps of sending one text, as its kind does them. */
export interface Steps<Stored, Answer> {
  /** Claims, checks and stores the text, in one transaction. */
  record(): Promise<Recorded<Stored>>;
  /** What the provider gets. */
  outbound(stored: Stored): OutboundText;
  /** Writes the outcome down, in one transaction; done again when the database failed at it. */
  settle(stored: Stored, outcome: Outcome): Promise<Stored>;
  /** The text after the outcome, when that could not be written down yet. */
  unsettled(stored: Stored, outcome: Outcome): Stored;
  /** What is stored under that id. */
  find(id: string): Promise<Stored | undefined>;
  /** The answer to the request that made what is stored under that id, of what was kept of it. */
  recall(kept: string, id: string): Promise<Answer>;
}

/** How long the first request with a key may take before its row speaks for itself. */
const firstCallMicroseconds = 30_000_000;

/** How long a repeated request waits for the first one's answer. */
const patienceMilliseconds = 8_000;

/**
 * Sends one text: record, hand over, settle. The row is committed before the provider is called, so a crash leaves a
 * text that is settled later, never one that is lost or sent twice. No transaction is open during the call. What the
 * simulated carrier accepts is known before, and settled with the record.
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
    // A replay is a replay whatever has changed since: also of what the rules would refuse by now.
    const replayed = scope.claim && (await replay(scope, scope.claim, steps));
    if (replayed) {
      scope.reply.replayed = true;
      return replayed;
    }
    if (recorded.kind === "refused") throw recorded.error;
    // The first request was refused, so this one is the first now.
    return sendOnce(scope, steps);
  }
  const outcome = await scope.provider.send(steps.outbound(recorded.stored));
  const isSettled = recorded.foreseen && outcome.kind === "accepted";
  const stored = isSettled ? recorded.stored : await settle(scope, steps, recorded.stored, outcome);
  if (outcome.kind === "refused") fail(outcome.optedOut ? "recipient_opted_out" : "message_failed");
  return { stored };
}

/**
 * Writes the outcome down. When the database fails at that, the caller is told what is known all the same: the text is
 * stored, and the provider has spoken. Settling is then tried until it succeeds.
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

/** The answer that the first request with this key gave, waiting for it a while; undefined if it was refused. */
async function replay<Stored, Answer>(
  scope: Scope,
  claim: Claim,
  steps: Steps<Stored, Answer>,
): Promise<Sent<Stored, Answer> | undefined> {
  const findState = async (): Promise<ClaimState> => (await findClaims(scope.em, [claim]))[0]!;
  let state = await findState();
  for (let waited = 0, pause = 10; state.kind === "pending"; waited += pause, pause = Math.min(pause * 2, 200)) {
    if (plusMicroseconds(state.since, firstCallMicroseconds) < scope.now) return answerFromRow(state, steps);
    if (waited >= patienceMilliseconds) fail("idempotency_in_progress");
    await wait(pause);
    state = await findState();
  }
  if (state.kind === "freed") return undefined;
  // Keys of writes that send nothing name no row. They are of other operations, and so have other fingerprints.
  if (state.kind === "mismatch" || state.resourceId === null) fail("idempotency_key_mismatch");
  return { answer: await steps.recall(state.answer.body, state.resourceId) };
}

/** After a crash between record and settle the row itself is the answer. */
async function answerFromRow<Stored>(
  { resourceId }: { resourceId: string | null },
  steps: Pick<Steps<Stored, unknown>, "find">,
): Promise<{ stored: Stored }> {
  const stored = resourceId ? await steps.find(resourceId) : undefined;
  return stored ? { stored } : fail("idempotency_in_progress");
}
