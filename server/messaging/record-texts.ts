import { operations } from "../../generated/operations.ts";
import type { Result } from "../batcher.ts";
import type { EntityManager } from "../db/orm.ts";
import { allOf, withCommit } from "../db/transaction.ts";
import { ApiError, type ErrorCode } from "../errors.ts";
import { type Claim, claimKeys } from "../idempotency/claims.ts";
import type { Outcome } from "../provider/provider.ts";
import { type Recorded, recordOnce } from "../sending/record-once.ts";
import { deliveryOf, statusOf, undecided } from "../sending/settle-once.ts";
import { findRoutes, type Route } from "./find-routes.ts";
import { findText } from "./find-texts.ts";
import { presentUnplaced } from "./present.ts";
import { type RoutedText, storeTexts, type TextClaim } from "./store-texts.ts";
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
  return recordOnce(texts, again, {
    find: ({ teamId, id }) => findText(tx, teamId, id),
    store: (open) => store(tx, open),
  });
}

async function store(tx: EntityManager, texts: NewText[]): Promise<(StoredText | ApiError | undefined)[]> {
  const routes = await findRoutes(tx, texts);
  const routed: RoutedText[] = [];
  const claims: TextClaim[] = [];
  for (const [index, text] of texts.entries()) {
    const route = routes[index]!;
    const outcome = typeof route === "string" ? undefined : text.foresee?.({ id: text.id, to: route.to });
    if (text.claim) claims.push(claimOf(text, text.claim, route, outcome));
    if (typeof route !== "string") routed.push({ text, route, delivery: outcome ? deliveryOf(outcome) : undecided });
  }

  // All at once, and done in this order.
  const [claimed, stored] = await withCommit(tx, allOf([claimKeys(tx, claims), storeTexts(tx, routed, claims)]));
  const results = new Map(routed.map(({ text }, index) => [text, stored[index]]));
  return texts.map((text, index) => {
    const route = routes[index]!;
    if (text.claim && !claimed.has(text.claim)) return undefined;
    return typeof route === "string" ? new ApiError(route) : results.get(text);
  });
}

/**
 * A text's claim. If the outcome is known beforehand, it comes with the answer, so that the batch need not wait to keep
 * it: where the text stands is filled in when the answer is asked for. A text that is refused gives its key back.
 */
function claimOf(text: NewText, claim: Claim, route: Route | ErrorCode, outcome: Outcome | undefined): TextClaim {
  const isKept = outcome?.kind !== "refused";
  const resourceId = text.id;
  if (!outcome || !isKept || typeof route === "string") return { claim, resourceId, isKept };
  const answer = presentUnplaced({ ...text, to: route.to, status: statusOf(outcome) });
  return { claim, resourceId, isKept, answer: { status: operations.sendText.status, body: JSON.stringify(answer) } };
}
