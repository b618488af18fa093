import { operations } from "../../generated/operations.ts";
import type { BatchWork } from "../db/commit/batch-work.ts";
import type { Result } from "../db/commit/batcher.ts";
import type { EntityManager } from "../db/orm.ts";
import { plusMicroseconds } from "../db/timestamp.ts";
import { ApiError, type ErrorCode } from "../errors.ts";
import { mayText } from "../operations/key-rights.ts";
import { firstClaims, type KeptAnswer } from "../operations/once/claims.ts";
import { deliveryOf, queuedDelivery } from "./delivery.ts";
import { keptContent } from "./discard.ts";
import { idsOf, linkSeconds } from "./files/attach.ts";
import { refuseNumbers } from "./files/refuse-numbers.ts";
import { type FileUse, keepFiles } from "./files/use-files.ts";
import { findRoutes, type Route } from "./find-routes.ts";
import { findText } from "./find-texts.ts";
import type { KeptText } from "./present.ts";
import { recordAgain } from "./record-again.ts";
import type { RoutedText, TextRow } from "./routed-texts.ts";
import { insertTexts } from "./store/insert-texts.ts";
import { positionOf } from "./store/new-messages.ts";
import { type Recorded, recordedOf } from "./text-kind.ts";
import type { NewText, StoredText } from "./texts.ts";

/** Records texts by `recordTexts`. A text that may have been committed before is first searched by its id. */
export const textRecording: BatchWork<NewText, Recorded<StoredText>> = {
  run: recordTexts,
  runAgain(tx, text) {
    const find = async (em: EntityManager) => {
      const stored = await findText(em, text.teamId, text.id);
      return stored && recordedOf(text, { ...stored, ...contentOf(text) }, text.foresee?.(stored) !== undefined);
    };
    return recordAgain(tx, find, async () => (await recordTexts(tx, [text]))[0]!);
  },
};

/**
 * Claims, checks and stores a batch of texts with their threads in one transaction. Its number of statements does not
 * grow with the batch.
 *
 * The error of a refused text is thread_not_found, invalid_thread, invalid_phone, invalid_sender,
 * sending_number_not_resolved, media_not_supported, recipient_not_allowed, recipient_opted_out or budget_exceeded.
 */
async function recordTexts(tx: EntityManager, texts: NewText[]): Promise<Result<Recorded<StoredText>>[]> {
  const routes = await refuseNumbers(tx, texts, await findRoutes(tx, texts));
  const plans = texts.map((text, index) => planOf(text, routes[index]!));
  const firstPerKey = firstClaims(texts.flatMap(({ claim }) => claim ?? []));
  const inserted = await insertTexts(
    tx,
    plans.flatMap((plan) => (plan.refusal || (plan.text.claim && !firstPerKey.has(plan.text.claim)) ? [] : plan)),
  );
  await keepFiles(tx, usesOf(plans, inserted));
  return plans.map((plan) => {
    if (plan.refusal) return recordedOf<StoredText>(plan.text, new ApiError(plan.refusal));
    return recordedOf<StoredText>(plan.text, resultOf(plan, inserted.get(plan.text.id)), plan.answer !== undefined);
  });
}

/** The files of the texts that are stored. A text that discards its content needs them until the carrier has them. */
const usesOf = (plans: Plan[], inserted: Map<string, TextRow>): FileUse[] =>
  plans.flatMap(({ text: { id: textId, teamId, media, discards, now } }) => {
    if (!media || !inserted.get(textId)?.thread_id) return [];
    const until = discards ? plusMicroseconds(now, linkSeconds * 1_000_000) : null;
    return idsOf(media).map((id) => ({ teamId, id, until }));
  });

/** The content as it is stored, with the shown files if there are any. */
function contentOf(text: NewText): Pick<StoredText, "body" | "media" | "discards"> {
  const { body, media } = keptContent(text);
  return { body, ...(media && { media }), ...(text.discards && { discards: true }) };
}

/** What is known of a text before it is stored: why it is refused, or how it is sent. */
type Plan = { text: NewText; refusal: ErrorCode } | (RoutedText & { refusal?: undefined });

/**
 * Plans a text by its route. The simulated carrier's answer depends on the recipient alone, so a text for it is stored
 * with its delivery and the answer to keep, without a later statement.
 */
function planOf(text: NewText, route: Route | ErrorCode): Plan {
  if (typeof route === "string") return { text, refusal: route };
  if (!mayText(text.rights, route.to)) return { text, refusal: "recipient_not_allowed" };
  const accepted = text.foresee?.({ id: text.id, to: route.to });
  if (!accepted) return { text, route, delivery: queuedDelivery, answer: undefined };
  const kept: KeptText = { status: accepted.status };
  const answer: KeptAnswer = { status: operations.sendText.status, body: JSON.stringify(kept) };
  return { text, route, delivery: deliveryOf(accepted), answer };
}

/** The stored text, the error that refuses it, or undefined if its key is taken. */
function resultOf({ text, route, delivery }: RoutedText, row: TextRow | undefined): StoredText | ApiError | undefined {
  if (!row) return undefined;
  const from = route.from?.phone_number ?? row.phone_number;
  if (!from) return new ApiError("sending_number_not_resolved");
  if (row.is_opted_out) return new ApiError("recipient_opted_out", { recipient: route.to });
  if (row.is_over_budget) return new ApiError("budget_exceeded");
  if (row.thread_id === null) return undefined;
  const { id, teamId, segments, encoding, testMode } = text;
  const { status: deliveryStatus } = delivery;
  const stored = { id, teamId, from, to: route.to, segments, encoding, testMode, deliveryStatus };
  return { ...stored, ...positionOf(row), ...contentOf(text) };
}
