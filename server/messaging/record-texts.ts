import { operations } from "../../generated/operations.ts";
import type { Result } from "../batcher.ts";
import type { EntityManager } from "../db/orm.ts";
import { withCommit } from "../db/transaction.ts";
import { ApiError } from "../errors.ts";
import { firstClaims, type KeptAnswer } from "../idempotency/claims.ts";
import type { Accepted } from "../provider/provider.ts";
import { type Recorded, recordOnce } from "../sending/record-once.ts";
import { deliveryOf, queuedDelivery } from "../sending/settle-once.ts";
import { findRoutes } from "./find-routes.ts";
import { findText } from "./find-texts.ts";
import type { KeptText } from "./present.ts";
import { type RoutedText, storeTexts } from "./store-texts.ts";
import type { NewText, StoredText } from "./texts.ts";

/**
 * Claims, checks and stores a batch of texts with their threads in one transaction; see `recordOnce`.
 *
 * The error of a refused text is thread_not_found, invalid_thread, invalid_phone, invalid_sender,
 * sending_number_not_resolved or recipient_opted_out.
 */
export function recordTexts(
  tx: EntityManager,
  texts: NewText[],
  mayHaveCommitted: boolean,
): Promise<Result<Recorded<StoredText>>[]> {
  return recordOnce(texts, mayHaveCommitted, {
    find: ({ teamId, id }) => findText(tx, teamId, id),
    store: (newTexts) => routeAndStore(tx, newTexts),
  });
}

async function routeAndStore(tx: EntityManager, texts: NewText[]): Promise<(StoredText | ApiError | undefined)[]> {
  const routes = await findRoutes(tx, texts);
  const firstPerKey = firstClaims(texts.flatMap(({ claim }) => claim ?? []));
  const routed: RoutedText[] = [];
  for (const [index, text] of texts.entries()) {
    const route = routes[index]!;
    if (typeof route === "string" || (text.claim && !firstPerKey.has(text.claim))) continue;
    const outcome = text.foresee?.({ id: text.id, to: route.to });
    const delivery = outcome ? deliveryOf(outcome) : queuedDelivery;
    routed.push({ text, route, delivery, answer: outcome && text.claim && answerTo(outcome) });
  }

  const stored = await withCommit(tx, storeTexts(tx, routed));
  const results = new Map(routed.map(({ text }, index) => [text, stored[index]]));
  return texts.map((text, index) => {
    const route = routes[index]!;
    return typeof route === "string" ? new ApiError(route) : results.get(text);
  });
}

/** The answer to keep for a text whose acceptance is foreseen. It is stored with the text, without a later statement. */
function answerTo({ status }: Accepted): KeptAnswer {
  return { status: operations.sendText.status, body: JSON.stringify({ status } satisfies KeptText) };
}
