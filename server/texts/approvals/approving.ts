/**
 * Approves texts, in one transaction for a batch.
 *
 * Promises: of all decisions about a text exactly one counts, because each locks its row first. An approved text is a
 * message with the same id, or scheduled. A rule that refuses it for good cancels it in the same transaction.
 * Costs: about ten statements for each text. People approve texts, so there are few.
 * Preconditions: none. The work has no way for a lost connection: if the first run has committed, the second finds the text
 * decided, and its outcome stays unknown, as after a crash.
 */
import { sql } from "kysely";
import type { SentMessage } from "../../../generated/api.ts";
import { operations } from "../../../generated/operations.ts";
import type { BatchWork } from "../../db/commit/batch-work.ts";
import type { Result } from "../../db/commit/batcher.ts";
import { type EntityManager, withoutResult } from "../../db/orm.ts";
import type { Timestamp } from "../../db/timestamp.ts";
import { ApiError, type ErrorCode } from "../../errors.ts";
import { recordDecidedEvents } from "../../events/approval-events.ts";
import { recordCanceledEvents } from "../../events/canceled-events.ts";
import { recordWrites } from "../../operations/audit/record-writes.ts";
import { claimIdempotencyKeys, keepAnswers, releaseClaims } from "../../operations/once/claims.ts";
import type { Scope } from "../../operations/scope.ts";
import { canceling } from "../discard.ts";
import { countHandedOver } from "../pending/campaigns.ts";
import { findPending } from "../pending/find-pending.ts";
import type { PendingText } from "../pending/pending-text.ts";
import { presentPending } from "../pending/present.ts";
import { recordTaken, type TakenText } from "../pending/take-due.ts";
import { messageWithRecord, sent } from "../send-message.ts";
import { type DecidedText, type Decision, decide } from "./approval-rows.ts";
import { endApprovals } from "./end-held.ts";
import { lockHeld } from "./lock-held.ts";

/** A request for an approval. */
type ToApprove = Pick<Scope, "teamId" | "apiKeyId" | "origin" | "testMode" | "now" | "claim" | "provider" | "files"> & {
  id: string;
};

/**
 * What became of it. `sent`: the request must hand the message over. `waiting`: the text waits for its time. `taken`: an
 * earlier request has its Idempotency-Key.
 */
type Approved =
  | { kind: "sent"; taken: TakenText }
  | { kind: "waiting"; answer: SentMessage }
  | { kind: "refused"; error: ApiError }
  | { kind: "taken" };

/** Decisions whose events are recorded at the end of a batch, because events are the last rows that it locks. */
interface Decided {
  texts: DecidedText[];
  decision: Decision;
  /** The text that the server has canceled. */
  canceled?: PendingText;
}

export const approving: BatchWork<ToApprove, Approved> = {
  async run(tx, items) {
    const decided: Decided[] = [];
    const results: Result<Approved>[] = [];
    for (const item of items) results.push({ ok: true, value: await approve(tx, item, decided) });
    for (const { texts, decision } of decided) await recordDecidedEvents(tx, texts, decision);
    await recordCanceledEvents(
      tx,
      decided.flatMap(({ canceled }) => canceled ?? []),
    );
    return results;
  },
};

/** The refusals after which a text waits on, because they may pass. A paused number is not an invalid one here. */
const passing: { [Code in ErrorCode]?: ErrorCode } = {
  budget_exceeded: "budget_exceeded",
  sending_number_not_resolved: "sending_number_not_resolved",
  invalid_sender: "sending_number_not_resolved",
};

/** The refusals whose code the approver gets. Any other is `approval_canceled`, and the text has its code. */
const final = new Set<string>(["recipient_opted_out", "recipient_not_allowed"] satisfies ErrorCode[]);

async function approve(tx: EntityManager, item: ToApprove, decided: Decided[]): Promise<Approved> {
  const { id: resourceId, claim } = item;
  const claims = claim ? [{ claim, resourceId }] : [];
  if (claim && !(await claimIdempotencyKeys(tx, claims)).has(claim)) return { kind: "taken" };
  const approved = await decideAbout(tx, item, decided);
  if (approved.kind === "refused") await releaseClaims(tx, claims);
  const answer = answerOf(approved);
  if (answer) {
    // A replay has the content from the row of the text.
    const message = { ...answer.message, body: "", media: [] };
    const kept = { status: operations.approveText.status, body: JSON.stringify(sent(message)) };
    await keepAnswers(
      tx,
      claims.map((each) => ({ ...each, answer: kept })),
    );
  }
  return approved;
}

/** The answer, if it is known before the provider is called. */
function answerOf(approved: Approved): SentMessage | undefined {
  if (approved.kind === "waiting") return approved.answer;
  if (approved.kind !== "sent" || !approved.taken.recorded.isSettled) return undefined;
  return messageWithRecord.present(approved.taken.recorded.stored);
}

async function decideAbout(tx: EntityManager, item: ToApprove, decided: Decided[]): Promise<Approved> {
  const { teamId, id, apiKeyId, provider, files } = item;
  const text = await lockHeld(tx, item, id);
  if (text instanceof ApiError) return { kind: "refused", error: text };
  if (text.apiKeyId === apiKeyId) return { kind: "refused", error: ownText() };
  const decisionAt = (now: Timestamp): Decision => ({
    status: "approved",
    errorCode: null,
    decidedBy: apiKeyId,
    note: null,
    now,
  });

  if (text.sendAt !== null && text.sendAt > item.now) {
    await change(tx, { ...text, status: "scheduled", updatedAt: item.now });
    return wait(tx, item, decided, decisionAt(item.now));
  }
  const { sent, left, now } = await recordTaken(tx, [{ ...text, status: "scheduled" }], () => provider, files);
  const taken = sent.get(id);
  if (taken) {
    const decision = decisionAt(now);
    decided.push({ texts: await decide(tx, teamId, [id], decision), decision });
    await remove(tx, text);
    await countHandedOver(tx, [text], now);
    await audit(tx, item);
    return { kind: "sent", taken };
  }
  const [kept] = left;
  if (kept!.status === "scheduled") {
    await change(tx, kept!);
    return wait(tx, item, decided, decisionAt(now));
  }
  return refuse(tx, item, decided, { kept: kept!, decision: decisionAt(now) });
}

/** Answers a text that waits for its time from now on. */
async function wait(tx: EntityManager, item: ToApprove, decided: Decided[], decision: Decision): Promise<Approved> {
  const { teamId, id } = item;
  decided.push({ texts: await decide(tx, teamId, [id], decision), decision });
  await audit(tx, item);
  const text = await findPending(tx, teamId, id);
  return { kind: "waiting", answer: sent(presentPending(text!)) };
}

/** Refuses a text: it is canceled, unless the refusal may pass. */
async function refuse(
  tx: EntityManager,
  { teamId, id }: ToApprove,
  decided: Decided[],
  { kept, decision }: { kept: PendingText; decision: Decision },
): Promise<Approved> {
  const errorCode = kept.errorCode!;
  const passes = passing[errorCode as ErrorCode];
  if (passes) return { kind: "refused", error: new ApiError(passes) };
  await change(tx, kept);
  const ending: Decision = { ...decision, status: "canceled", errorCode, decidedBy: null };
  decided.push({ texts: await endApprovals(tx, teamId, [id], ending), decision: ending, canceled: kept });
  if (final.has(errorCode)) {
    const recipient = kept.phoneNumber;
    return { kind: "refused", error: new ApiError(errorCode as ErrorCode, { recipient }) };
  }
  const message = `The text was canceled, because it cannot be sent any more: ${errorCode}.`;
  return { kind: "refused", error: new ApiError("approval_canceled", { message }) };
}

const ownText = () =>
  new ApiError("insufficient_scope", {
    scopes: ["messages:approve"],
    message: "An API key does not approve the texts that it has asked for.",
  });

const audit = (tx: EntityManager, { teamId, id, apiKeyId, origin, now }: ToApprove) =>
  recordWrites(tx, [
    {
      source: { teamId, apiKeyId, ...origin, now },
      operation: "approveText",
      target: id,
      outcome: operations.approveText.status,
    },
  ]);

/** Stores what a locked text waits for now, or why it was canceled. */
async function change(tx: EntityManager, text: PendingText): Promise<void> {
  const { teamId, id, status, sendAt, lineNumberId, isQuiet, errorCode, updatedAt } = text;
  await sql`
    update pending_message waiting set ${status === "canceled" ? canceling : sql`status = ${status}`},
      send_at = ${sendAt}::timestamptz, line_number_id = ${lineNumberId}::uuid, is_quiet = ${isQuiet},
      error_code = ${errorCode}, updated_at = ${updatedAt}::timestamptz
    where team_id = ${teamId} and id = ${id}
  `.execute(withoutResult(tx));
}

async function remove(tx: EntityManager, { teamId, id }: PendingText): Promise<void> {
  await sql`delete from pending_message where team_id = ${teamId} and id = ${id}`.execute(withoutResult(tx));
}
