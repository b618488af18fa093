/**
 * Stores texts that wait: for their time, for an approval, or for one after the other.
 *
 * Promises: a text commits with its claim, its kept answer, its approval and its events.
 * Costs: statements whose number does not grow with the batch, and three more if some of its texts wait for an approval.
 */
import { operations } from "../../../generated/operations.ts";
import type { BatchWork } from "../../db/commit/batch-work.ts";
import type { Result } from "../../db/commit/batcher.ts";
import type { EntityManager } from "../../db/orm.ts";
import type { HoldReason } from "../../db/schema/entities/approval.ts";
import { plusMicroseconds, type Timestamp } from "../../db/timestamp.ts";
import { ApiError, type ErrorCode } from "../../errors.ts";
import { type KeyRights, mayText } from "../../operations/key-rights.ts";
import { type Claim, claimIdempotencyKeys, keepAnswers } from "../../operations/once/claims.ts";
import { findOptOuts } from "../../opt-outs/find-opt-outs.ts";
import { expiryOf } from "../approvals/approval-rows.ts";
import { beginApprovals } from "../approvals/begin-approvals.ts";
import { openPlaces } from "../approvals/held-limits.ts";
import { openThreads } from "../approvals/open-threads.ts";
import { idsOf } from "../files/attach.ts";
import { refuseNumbers } from "../files/refuse-numbers.ts";
import { type FileUse, keepFiles } from "../files/use-files.ts";
import { findRoutes, type Route } from "../find-routes.ts";
import { recordAgain } from "../record-again.ts";
import { type FoundNumber, findNumbers, findTeamsWithNumber } from "../store/find-number.ts";
import type { NewTextBase, Recorded } from "../text-kind.ts";
import type { Destination } from "../texts.ts";
import { findPending, type WaitingText } from "./find-pending.ts";
import type { PendingText } from "./pending-text.ts";
import { insertPending } from "./store-pending.ts";

/** The fields of a text that its row has as they are. */
type Kept = "id" | "teamId" | "testMode" | "body" | "media" | "segments" | "encoding" | "replyWebhookUrl";
type KeptOfWaiting = "webhookData" | "statusCallback" | "sendAt" | "expiresAt" | "ignoresQuietHours" | "isQuiet";

/** A text that is not sent at once. */
export interface TextToWait
  extends Destination,
    Pick<PendingText, Kept | KeptOfWaiting | "campaign" | "discards">,
    Pick<NewTextBase, "hashPhone"> {
  apiKeyId: string;
  rights: KeyRights;
  now: Timestamp;
  claim: Claim | undefined;
}

/** Why a text waits for an approval. */
export interface Hold {
  reason: HoldReason;
  /** Whether the answer has the id of a thread, so that a missing thread is opened. */
  hasThread: boolean;
}

interface TextToStore extends TextToWait {
  /** Undefined for a text that waits for its time alone. */
  hold: Hold | undefined;
  /** The answer to keep for its Idempotency-Key. */
  present(stored: WaitingText): string;
}

/** Stores texts that wait, in one transaction for a batch. */
export const storingWaiting: BatchWork<TextToStore, Recorded<WaitingText>> = {
  run: storeTexts,
  runAgain(tx, text) {
    const find = async (em: EntityManager) => {
      const stored = await findPending(em, text.teamId, text.id);
      return stored && storedOf(stored);
    };
    return recordAgain(tx, find, async () => (await storeTexts(tx, [text]))[0]!);
  },
};

/** A text that is stored unless its key is taken. */
interface Plan {
  text: TextToStore;
  waiting: WaitingText;
}

async function storeTexts(tx: EntityManager, texts: TextToStore[]): Promise<Result<Recorded<WaitingText>>[]> {
  const routes = await refuseNumbers(tx, texts, await findRoutes(tx, texts));
  const senders = await findSenders(tx, texts, routes);
  const recipients = texts.flatMap(({ teamId, hashPhone }, index) => {
    const route = routes[index]!;
    return typeof route === "string" ? [] : { teamId, phone: route.to, hashPhone };
  });
  const hasOptedOut = await findOptOuts(tx, recipients);
  const takePlace = await openPlaces(
    tx,
    texts.filter(({ hold }) => hold),
  );
  const plans = texts.map((text, index): Plan | ApiError => {
    const route = routes[index]!;
    const waiting = waitingTextOf(text, route, senders[index], hasOptedOut);
    if (typeof waiting === "string")
      return new ApiError(waiting, typeof route === "string" ? {} : { recipient: route.to });
    return (text.hold && takePlace(text)) ?? { text, waiting };
  });
  const planned = plans.flatMap((plan) => (plan instanceof ApiError ? [] : plan));
  const claimed = await claimIdempotencyKeys(
    tx,
    planned.flatMap(({ text: { claim, id: resourceId } }) => (claim ? { claim, resourceId } : [])),
  );
  const first = planned.filter(({ text: { claim } }) => !claim || claimed.has(claim));
  await storeFirst(tx, first);
  const stored = new Set(first);
  return plans.map((plan): Result<Recorded<WaitingText>> => {
    if (plan instanceof ApiError) return { ok: true, value: { kind: "refused", error: plan } };
    return stored.has(plan) ? storedOf(plan.waiting) : { ok: true, value: { kind: "taken" } };
  });
}

/** Stores the texts whose keys are free. */
async function storeFirst(tx: EntityManager, plans: Plan[]): Promise<void> {
  const toOpen = plans.filter(({ text: { hold }, waiting }) => hold?.hasThread && waiting.threadId === null);
  const opened = await openThreads(
    tx,
    toOpen.map(({ waiting: { teamId, businessNumberId, phoneNumber: contactPhone, createdAt: now } }) => ({
      teamId,
      businessNumberId: businessNumberId!,
      contactPhone,
      now,
    })),
  );
  for (const [index, { waiting }] of toOpen.entries()) waiting.threadId = opened[index]!;
  await insertPending(
    tx,
    plans.map(({ waiting }) => waiting),
  );
  await keepFiles(tx, plans.flatMap(usesOf));
  await keepAnswers(
    tx,
    plans.flatMap(({ text: { claim, id: resourceId, present }, waiting }) =>
      claim ? { claim, resourceId, answer: { status: operations.sendText.status, body: present(waiting) } } : [],
    ),
  );
  await beginApprovals(
    tx,
    plans.flatMap(({ text: { apiKeyId, hold }, waiting }) =>
      hold ? { ...waiting, apiKeyId, reason: hold.reason } : [],
    ),
  );
}

type Sender = Pick<FoundNumber, "id" | "phone">;

/**
 * Finds the numbers that texts go out from, in the order of the texts; undefined for one that has none. The number of a text to
 * approve is decided now. For a text that waits for its time alone, it is enough that the team has a number: the result is null,
 * unless the route names one.
 */
async function findSenders(
  tx: EntityManager,
  texts: TextToStore[],
  routes: (Route | ErrorCode)[],
): Promise<(Sender | null | undefined)[]> {
  const held = texts.flatMap(({ id, teamId, hold }, index) => {
    const route = routes[index]!;
    if (!hold || typeof route === "string") return [];
    return { id, teamId, contactPhone: route.to, numberId: route.from?.id ?? null };
  });
  const [numbers, teamsWithNumber] = await Promise.all([
    findNumbers(tx, held),
    findTeamsWithNumber(
      tx,
      texts.filter(({ hold }) => !hold),
    ),
  ]);
  return texts.map(({ id, teamId, hold }, index) => {
    const route = routes[index]!;
    if (hold || typeof route === "string") return numbers.get(id);
    if (route.from) return { id: route.from.id, phone: route.from.phone_number };
    return teamsWithNumber.has(teamId) ? null : undefined;
  });
}

/** The text as it waits, or the code that refuses it. */
function waitingTextOf(
  text: TextToStore,
  route: Route | ErrorCode,
  sender: Sender | null | undefined,
  hasOptedOut: (recipient: { teamId: string; phone: string }) => boolean,
): WaitingText | ErrorCode {
  if (typeof route === "string") return route;
  const { teamId, rights, threadId = null, now, hold } = text;
  if (!mayText(rights, route.to)) return "recipient_not_allowed";
  if (sender === undefined) return "sending_number_not_resolved";
  if (hasOptedOut({ teamId, phone: route.to })) return "recipient_opted_out";
  return {
    ...text,
    autoReply: null,
    threadId,
    businessNumberId: sender?.id ?? null,
    lineNumberId: null,
    from: sender?.phone ?? null,
    phoneNumber: route.to,
    status: hold ? "held" : "scheduled",
    errorCode: null,
    createdAt: now,
    updatedAt: now,
  };
}

/** How long the files of a text are kept for it after its time, for example because its quiet hours begin. */
const lateMicroseconds = 7 * 24 * 60 * 60 * 1_000_000;

function usesOf({ text: { hold }, waiting: { teamId, media, sendAt, createdAt } }: Plan): FileUse[] {
  const decidedBy = hold ? expiryOf(createdAt) : createdAt;
  const last = sendAt !== null && sendAt > decidedBy ? sendAt : decidedBy;
  return idsOf(media).map((id) => ({ teamId, id, until: plusMicroseconds(last, lateMicroseconds) }));
}

const storedOf = (stored: WaitingText): Result<Recorded<WaitingText>> => ({
  ok: true,
  value: { kind: "stored", stored, isSettled: true },
});
