import { operations } from "../../../generated/operations.ts";
import type { BatchWork } from "../../db/commit/batch-work.ts";
import type { Result } from "../../db/commit/batcher.ts";
import type { EntityManager } from "../../db/orm.ts";
import type { HoldReason } from "../../db/schema/entities/approval.ts";
import { plusMicroseconds } from "../../db/timestamp.ts";
import { ApiError, type ErrorCode } from "../../errors.ts";
import { recordRequestedEvents } from "../../events/approval-events.ts";
import { mayText } from "../../operations/key-rights.ts";
import { claimIdempotencyKeys, keepAnswers } from "../../operations/once/claims.ts";
import { findOptOuts } from "../../opt-outs/find-opt-outs.ts";
import { idsOf } from "../files/attach.ts";
import { refuseNumbers } from "../files/refuse-numbers.ts";
import { type FileUse, keepFiles } from "../files/use-files.ts";
import { findRoutes, type Route } from "../find-routes.ts";
import { findPending, type WaitingText } from "../pending/find-pending.ts";
import { refusalOf, type TextToSchedule } from "../pending/schedule-text.ts";
import { insertPending } from "../pending/store-pending.ts";
import { recordAgain } from "../record-again.ts";
import { type FoundNumber, findNumbers } from "../store/find-number.ts";
import type { Recorded } from "../text-kind.ts";
import { expiryOf, insertApprovals } from "./approval-rows.ts";
import { openPlaces } from "./held-limits.ts";
import { openThreads } from "./open-threads.ts";

/** A text that may have to wait for an approval; with `sendAt`, for its time after that. */
export type TextToHold = Omit<TextToSchedule, "sendAt"> & { sendAt: TextToSchedule["sendAt"] | null };

/** A text that waits for an approval, and how its request is answered. */
interface HeldText extends TextToHold {
  reason: HoldReason;
  hasThread: boolean;
  /** The answer to keep for its Idempotency-Key. */
  present(stored: WaitingText): string;
}

/** Stores texts that wait for an approval, with their claims, answers and events, in one transaction for a batch. */
export const holding: BatchWork<HeldText, Recorded<WaitingText>> = {
  run: holdTexts,
  runAgain(tx, text) {
    const find = async (em: EntityManager) => {
      const stored = await findPending(em, text.teamId, text.id);
      return stored && storedOf(stored);
    };
    return recordAgain(tx, find, async () => (await holdTexts(tx, [text]))[0]!);
  },
};

/** A text that is stored unless its key is taken. */
interface Plan {
  text: HeldText;
  waiting: WaitingText;
}

async function holdTexts(tx: EntityManager, texts: HeldText[]): Promise<Result<Recorded<WaitingText>>[]> {
  const routes = await refuseNumbers(tx, texts, await findRoutes(tx, texts));
  const routed = texts.flatMap(({ id, teamId, hashPhone }, index) => {
    const route = routes[index]!;
    return typeof route === "string"
      ? []
      : { id, teamId, phone: route.to, hashPhone, numberId: route.from?.id ?? null };
  });
  const numbers = await findNumbers(
    tx,
    routed.map(({ phone: contactPhone, ...each }) => ({ ...each, contactPhone })),
  );
  const hasOptedOut = await findOptOuts(tx, routed);
  const takePlace = await openPlaces(tx, texts);
  const plans = texts.map((text, index): Plan | ApiError => {
    const planned = planOf(text, routes[index]!, numbers.get(text.id), hasOptedOut);
    if (typeof planned === "string") return refusalOf(planned, routes[index]!);
    return takePlace(text) ?? { text, waiting: planned };
  });
  const stored = await storeHeld(
    tx,
    plans.flatMap((plan) => (plan instanceof ApiError ? [] : plan)),
  );
  return plans.map((plan): Result<Recorded<WaitingText>> => {
    if (plan instanceof ApiError) return { ok: true, value: { kind: "refused", error: plan } };
    const waiting = stored.get(plan.text.id);
    return waiting ? storedOf(waiting) : { ok: true, value: { kind: "taken" } };
  });
}

/** Stores the texts whose keys are free, and returns them by their ids. */
async function storeHeld(tx: EntityManager, plans: Plan[]): Promise<Map<string, WaitingText>> {
  const claimed = await claimIdempotencyKeys(
    tx,
    plans.flatMap(({ text: { claim, id: resourceId } }) => (claim ? { claim, resourceId } : [])),
  );
  const first = plans.filter(({ text: { claim } }) => !claim || claimed.has(claim));
  const toOpen = first.filter(({ text, waiting }) => text.hasThread && waiting.threadId === null);
  const opened = await openThreads(
    tx,
    toOpen.map(({ text: { teamId, now }, waiting: { businessNumberId, phoneNumber: contactPhone } }) => ({
      teamId,
      businessNumberId: businessNumberId!,
      contactPhone,
      now,
    })),
  );
  for (const [index, { waiting }] of toOpen.entries()) waiting.threadId = opened[index]!;
  const held = first.map(({ text: { apiKeyId, reason }, waiting }) => {
    const { from, phoneNumber: to, createdAt } = waiting;
    return { ...waiting, apiKeyId, from: from!, to, reason, expiresAt: expiryOf(createdAt) };
  });
  await insertPending(
    tx,
    first.map(({ waiting }) => waiting),
  );
  await insertApprovals(tx, held);
  await keepFiles(tx, first.flatMap(usesOf));
  await keepAnswers(
    tx,
    first.flatMap(({ text: { claim, id: resourceId, present }, waiting }) =>
      claim ? { claim, resourceId, answer: { status: operations.sendText.status, body: present(waiting) } } : [],
    ),
  );
  await recordRequestedEvents(tx, held);
  return new Map(first.map(({ waiting }) => [waiting.id, waiting]));
}

/** How long the files of a text are kept for it after its time, or after the end of its approval. */
const lateMicroseconds = 7 * 24 * 60 * 60 * 1_000_000;

function usesOf({ waiting: { teamId, media, sendAt, createdAt } }: Plan): FileUse[] {
  const [last] = [sendAt ?? createdAt, expiryOf(createdAt)].toSorted().toReversed();
  return idsOf(media).map((id) => ({ teamId, id, until: plusMicroseconds(last!, lateMicroseconds) }));
}

const storedOf = (stored: WaitingText): Result<Recorded<WaitingText>> => ({
  ok: true,
  value: { kind: "stored", stored, isSettled: true },
});

/** The text as it waits, from the number that was found for it, or the code that refuses it. */
function planOf(
  text: HeldText,
  route: Route | ErrorCode,
  number: FoundNumber | undefined,
  hasOptedOut: (recipient: { teamId: string; phone: string }) => boolean,
): WaitingText | ErrorCode {
  if (typeof route === "string") return route;
  const { teamId, rights, threadId = null, now } = text;
  if (!mayText(rights, route.to)) return "recipient_not_allowed";
  if (!number) return "sending_number_not_resolved";
  if (hasOptedOut({ teamId, phone: route.to })) return "recipient_opted_out";
  return {
    id: text.id,
    teamId,
    apiKeyId: text.apiKeyId,
    autoReply: null,
    testMode: text.testMode,
    threadId,
    businessNumberId: number.id,
    from: number.phone,
    phoneNumber: route.to,
    body: text.body,
    media: text.media,
    segments: text.segments,
    encoding: text.encoding,
    replyWebhookUrl: text.replyWebhookUrl,
    webhookData: text.webhookData,
    statusCallback: text.statusCallback,
    status: "held",
    sendAt: text.sendAt,
    expiresAt: text.expiresAt,
    errorCode: null,
    ignoresQuietHours: text.ignoresQuietHours,
    lineNumberId: null,
    isQuiet: text.isQuiet,
    campaign: text.campaign,
    discards: text.discards,
    createdAt: now,
    updatedAt: now,
  };
}
