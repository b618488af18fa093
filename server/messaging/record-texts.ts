import { operations } from "../../generated/operations.ts";
import type { Result } from "../db/batching/batcher.ts";
import type { BatchWork } from "../db/batching/group-commit.ts";
import type { EntityManager } from "../db/orm.ts";
import type { DeliveryStatus } from "../db/schema/entities/message.ts";
import { ApiError } from "../errors.ts";
import { mayText } from "../operations/key-rights.ts";
import { firstClaims, type KeptAnswer } from "../operations/once/claims.ts";
import type { Accepted } from "../provider/provider.ts";
import { deliveryOf, queuedDelivery } from "../sending/delivery.ts";
import { foreseeAcceptance } from "../sending/foresee-acceptance.ts";
import { recordAgain } from "../sending/record-again.ts";
import { type Recorded, recordedOf } from "../sending/text-kind.ts";
import { findRoutes, type Route } from "./find-routes.ts";
import { findText } from "./find-texts.ts";
import { insertTexts } from "./insert-texts.sql.ts";
import { positionOf } from "./new-messages.ts";
import type { KeptText } from "./present.ts";
import type { RoutedText, TextRow } from "./routed-texts.ts";
import type { NewText, StoredText } from "./texts.ts";

/** Records texts by `recordTexts`. A text that may have been committed before is first searched by its id. */
export const textRecording: BatchWork<NewText, Recorded<StoredText>> = {
  run: recordTexts,
  runAgain(tx, text) {
    const find = async (em: EntityManager) => {
      const stored = await findText(em, text.teamId, text.id);
      return stored && recordedOf(text, stored, foreseeAcceptance(text, stored.to) !== undefined);
    };
    return recordAgain(tx, find, async () => (await recordTexts(tx, [text]))[0]!);
  },
};

/**
 * Claims, checks and stores a batch of texts with their threads in one transaction. Its number of statements does not
 * grow with the batch.
 *
 * The error of a refused text is thread_not_found, invalid_thread, invalid_phone, invalid_sender,
 * sending_number_not_resolved, recipient_not_allowed, recipient_opted_out or budget_exceeded.
 */
async function recordTexts(tx: EntityManager, texts: NewText[]): Promise<Result<Recorded<StoredText>>[]> {
  const found = await findRoutes(tx, texts);
  const routes = found.map((route, index) =>
    typeof route === "string" || mayText(texts[index]!.rights, route.to) ? route : "recipient_not_allowed",
  );
  const firstPerKey = firstClaims(texts.flatMap(({ claim }) => claim ?? []));
  const accepted = texts.map((text, index) => {
    const route = routes[index]!;
    return typeof route === "string" ? undefined : foreseeAcceptance(text, route.to);
  });
  const routed = texts.flatMap((text, index): RoutedText | [] => {
    const route = routes[index]!;
    if (typeof route === "string" || (text.claim && !firstPerKey.has(text.claim))) return [];
    return withDelivery(text, route, accepted[index]);
  });

  const inserted = await insertTexts(tx, routed);
  return texts.map((text, index) => {
    const route = routes[index]!;
    if (typeof route === "string") return recordedOf<StoredText>(text, new ApiError(route));
    const deliveryStatus = accepted[index]?.status ?? queuedDelivery.status;
    const result = resultOf(text, route, inserted.get(text.id), deliveryStatus);
    return recordedOf<StoredText>(text, result, accepted[index] !== undefined);
  });
}

/**
 * Adds the delivery and the kept answer of a text whose acceptance is known beforehand. They are stored with the text,
 * without a later statement.
 */
function withDelivery(text: NewText, route: Route, accepted: Accepted | undefined): RoutedText {
  if (!accepted) return { text, route, delivery: queuedDelivery, answer: undefined };
  const kept: KeptText = { status: accepted.status };
  const answer: KeptAnswer = { status: operations.sendText.status, body: JSON.stringify(kept) };
  return { text, route, delivery: deliveryOf(accepted), answer };
}

/** The stored text, the error that refuses it, or undefined if its key is taken. */
function resultOf(
  text: NewText,
  route: Route,
  row: TextRow | undefined,
  deliveryStatus: DeliveryStatus,
): StoredText | ApiError | undefined {
  if (!row) return undefined;
  const from = route.from?.phone_number ?? row.phone_number;
  if (!from) return new ApiError("sending_number_not_resolved");
  if (row.is_opted_out) return new ApiError("recipient_opted_out");
  if (row.is_over_budget) return new ApiError("budget_exceeded");
  if (row.thread_id === null) return undefined;
  const { id, teamId, body, segments, encoding, testMode } = text;
  return { id, teamId, from, to: route.to, body, segments, encoding, testMode, deliveryStatus, ...positionOf(row) };
}
