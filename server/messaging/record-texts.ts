import type { Result } from "../batcher.ts";
import type { EntityManager } from "../db/orm.ts";
import { untilCommit, withCommit } from "../db/transaction.ts";
import { type Recorded, type Route, recordOnce } from "../sending/record-once.ts";
import { deliveryOf, settleClaims } from "../sending/settle-once.ts";
import { addMessages } from "../threads/add-messages.ts";
import { findRoutes } from "./find-routes.ts";
import { findText } from "./find-texts.ts";
import { presentSentText } from "./present.ts";
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
    findRoutes: (open) => findRoutes(tx, open),
    store: (open, routes) => store(tx, open, routes),
  });
}

async function store(tx: EntityManager, texts: NewText[], routes: Map<NewText, Route>): Promise<StoredText[]> {
  const going = texts.map((text) => {
    const route = routes.get(text)!;
    const outcome = text.foresee?.({ id: text.id, to: route.to });
    return { text, route, outcome, delivery: outcome ? deliveryOf(outcome) : undecided };
  });
  const adding = addMessages(
    tx,
    "outbound",
    going.map(({ text, route, delivery }) => ({
      ...{ teamId: text.teamId, id: text.id, body: text.body, testMode: text.testMode, now: text.now },
      ...{ replyWebhookUrl: text.replyWebhookUrl, webhookData: text.webhookData, ...delivery },
      ...{ businessNumberId: route.businessNumberId, contactPhone: route.to, hasThread: route.hasThread },
    })),
  );
  // What is kept for a key tells the text's place, and so is written after it.
  const isLast = !going.some(({ text, outcome }) => text.claim && outcome);
  const places = await (isLast ? withCommit(tx, adding) : adding);
  const stored = going.map(({ text: { id, teamId, body, testMode }, route: { from, to }, delivery }, index) => {
    return { id, teamId, from, to, body, testMode, status: delivery.status, ...places[index]! };
  });
  if (!isLast) {
    const answers = going.flatMap(({ text: { claim }, outcome }, index) =>
      outcome ? { claim, outcome, stored: stored[index]! } : [],
    );
    await untilCommit(tx, settleClaims(tx, answers, presentSentText));
  }
  return stored;
}

/** What is known of a delivery before the provider is called. */
const undecided = { status: "queued", providerId: null, errorCode: null, simulatedOutcome: null } as const;
