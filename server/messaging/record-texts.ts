import type { Result } from "../batcher.ts";
import type { EntityManager } from "../db/orm.ts";
import { untilCommit, withCommit } from "../db/transaction.ts";
import { ApiError } from "../errors.ts";
import { type Recorded, recordOnce } from "../sending/record-once.ts";
import { deliveryOf, settleClaims, undecided } from "../sending/settle-once.ts";
import { findRoutes } from "./find-routes.ts";
import { findText } from "./find-texts.ts";
import { presentSentText } from "./present.ts";
import { storeTexts } from "./store-texts.ts";
import type { NewText, StoredText } from "./texts.ts";

/**
 * Claims, checks and stores a list of texts in one transaction, each with the thread it stands in; see `recordOnce`.
 *
 * Each result's error is one of: thread_not_found, invalid_thread, invalid_phone, invalid_sender,
 * sending_number_not_resolved, recipient_opted_out.
 */
export function recordTexts(
  tx: EntityManager,
  texts: NewText[],
  again: boolean,
): Promise<Result<Recorded<StoredText>>[]> {
  return recordOnce(tx, texts, again, {
    find: ({ teamId, id }) => findText(tx, teamId, id),
    store: (open) => store(tx, open),
  });
}

async function store(tx: EntityManager, texts: NewText[]): Promise<(StoredText | ApiError | undefined)[]> {
  const routes = await findRoutes(tx, texts);
  const routed = texts.flatMap((text, index) => {
    const route = routes[index]!;
    if (typeof route === "string") return [];
    const outcome = text.foresee?.({ id: text.id, to: route.to });
    return { text, route, outcome, delivery: outcome ? deliveryOf(outcome) : undecided };
  });

  const storing = storeTexts(tx, routed);
  // What is kept for a key tells the text's place, and so is written after it.
  const isLast = texts.every(({ claim }) => !claim);
  const stored = await (isLast ? withCommit(tx, storing) : storing);
  const results = new Map(routed.map(({ text }, index) => [text, stored[index]]));

  const settled = routed.flatMap(({ text: { claim }, outcome }, index) => {
    const each = stored[index];
    return claim && outcome && each && !(each instanceof ApiError) ? { claim, outcome, stored: each } : [];
  });
  await untilCommit(tx, settleClaims(tx, settled, presentSentText));
  return texts.map((text, index) => {
    const route = routes[index]!;
    return typeof route === "string" ? new ApiError(route) : results.get(text);
  });
}
