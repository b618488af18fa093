import { setTimeout as wait } from "node:timers/promises";
import { newId } from "../db/columns.ts";
import { plusMicroseconds } from "../db/timestamp.ts";
import { fail } from "../errors.ts";
import { type Claim, type ClaimState, findClaim } from "../idempotency/claims.ts";
import type { Scope } from "../scope.ts";
import { findText } from "./find-texts.ts";
import { recordTexts } from "./record-texts.ts";
import { type Settlement, settleTexts, statusOf } from "./settle-texts.ts";
import type { Destination, StoredText } from "./texts.ts";

export interface TextToSend extends Destination {
  body: string;
  replyWebhookUrl: string | null;
  webhookData: string | null;
}

/** What a send answers: a stored text, or the kept answer of the request that had its key first. */
export type Sent = { text: StoredText } | { keptAnswer: string };

/** How long the first request with a key may take before its message speaks for itself. */
const firstCallMicroseconds = 30_000_000;

/** How long a repeated request waits for the first one's answer. */
const patienceMilliseconds = 8_000;

/**
 * Sends one text: record, hand over, settle. The message is committed before the provider is called, so a crash leaves
 * a message that is settled later, never one that is lost or sent twice. No transaction is open during the call.
 *
 * @throws thread_not_found, invalid_thread, invalid_phone, invalid_sender, sending_number_not_resolved,
 *   recipient_opted_out, message_failed, idempotency_key_mismatch, idempotency_in_progress
 * @see docs/decisions.md, Sending
 */
export async function sendText(scope: Scope, given: TextToSend): Promise<Sent> {
  const { teamId, testMode, now, claim } = scope;
  const recorded = await scope.groupCommit(recordTexts, { ...given, id: newId(), teamId, testMode, now, claim });
  if (recorded.kind !== "stored") {
    const replayed = await replay(scope, claim!, recorded);
    // The first request was refused, so this one is the first now.
    if (!replayed) return sendText(scope, given);
    scope.reply.replayed = true;
    return replayed;
  }
  const { text } = recorded;
  const outcome = await scope.provider.send(text);
  const settled = await settle(scope, { text, outcome, claim, now });
  if (outcome.kind === "refused") fail(outcome.optedOut ? "recipient_opted_out" : "message_failed");
  return { text: settled };
}

/**
 * Writes the outcome down. When the database fails at that, the caller is told what is known all the same: the text is
 * stored, and the provider has spoken. Settling is then tried until it succeeds.
 */
async function settle(scope: Scope, settlement: Settlement): Promise<StoredText> {
  try {
    return await scope.groupCommit(settleTexts, settlement);
  } catch (error) {
    scope.background.retry("settle text", error, () => scope.groupCommit(settleTexts, settlement));
    return { ...settlement.text, status: statusOf(settlement.outcome) };
  }
}

/** The answer that the first request with this key gave, waiting for it a while; undefined if it was refused. */
async function replay(
  scope: Scope,
  claim: Claim,
  found: Exclude<ClaimState, { kind: "claimed" }>,
): Promise<Sent | undefined> {
  let state: ClaimState = found;
  for (let waited = 0, pause = 10; state.kind === "pending"; waited += pause, pause = Math.min(pause * 2, 200)) {
    if (plusMicroseconds(state.since, firstCallMicroseconds) < scope.now) return answerFromMessage(scope, state);
    if (waited >= patienceMilliseconds) fail("idempotency_in_progress");
    await wait(pause);
    state = await findClaim(scope.em, claim);
  }
  if (state.kind === "mismatch") fail("idempotency_key_mismatch");
  return state.kind === "answered" ? { keptAnswer: state.answer.body } : undefined;
}

/** After a crash between record and settle the message itself is the answer. */
async function answerFromMessage(scope: Scope, state: { resourceId: string | null }): Promise<Sent> {
  const text = state.resourceId ? await findText(scope.em, scope.teamId, state.resourceId) : undefined;
  return text ? { text } : fail("idempotency_in_progress");
}
