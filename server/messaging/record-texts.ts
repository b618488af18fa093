import { sql } from "kysely";
import type { Result } from "../batcher.ts";
import { type EntityManager, prepared } from "../db/orm.ts";
import { untilCommit } from "../db/transaction.ts";
import { type Recorded, type Route, recordOnce } from "../sending/record-once.ts";
import { deliveryOf, settleClaims } from "../sending/settle-once.ts";
import { openThreads } from "../threads/open-threads.ts";
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
  const places = await openThreads(
    tx,
    texts.map((text) => ({
      teamId: text.teamId,
      businessNumberId: routes.get(text)!.businessNumberId,
      contactPhone: routes.get(text)!.to,
      direction: "outbound",
      body: text.body,
      now: text.now,
    })),
  );
  const stored = texts.map((text, index) => {
    const { id, teamId, body, testMode, claim, foresee } = text;
    const { from, to } = routes.get(text)!;
    const { threadId, createdAt } = places[index]!;
    const outcome = foresee?.({ id, to });
    const delivery = outcome ? deliveryOf(outcome) : undecided;
    return { id, teamId, threadId, from, to, body, testMode, createdAt, claim, outcome, ...delivery };
  });
  const inserted = sql`
    insert into message (team_id, id, thread_id, direction, body, status, test_mode, provider_id, error_code,
      simulated_outcome, reply_webhook_url, webhook_data, created_at, updated_at)
    select team_id, id, thread_id, 'outbound', body, status, test_mode, provider_id, error_code, simulated_outcome,
      reply_webhook_url, webhook_data, created_at, created_at
    from unnest(
      ${stored.map(({ teamId }) => teamId)}::uuid[], ${stored.map(({ id }) => id)}::uuid[],
      ${stored.map(({ threadId }) => threadId)}::uuid[], ${stored.map(({ body }) => body)}::text[],
      ${stored.map(({ status }) => status)}::text[], ${stored.map(({ testMode }) => testMode)}::boolean[],
      ${stored.map(({ providerId }) => providerId)}::text[], ${stored.map(({ errorCode }) => errorCode)}::text[],
      ${stored.map(({ simulatedOutcome }) => simulatedOutcome)}::text[],
      ${texts.map(({ replyWebhookUrl }) => replyWebhookUrl)}::text[],
      ${texts.map(({ webhookData }) => webhookData)}::text[], ${stored.map(({ createdAt }) => createdAt)}::timestamptz[]
    ) as a (team_id, id, thread_id, body, status, test_mode, provider_id, error_code, simulated_outcome,
      reply_webhook_url, webhook_data, created_at)
  `.execute(prepared(tx));
  const settled = settleClaims(
    tx,
    stored.flatMap(({ claim, outcome, ...text }) => (outcome ? { claim, outcome, stored: text } : [])),
    presentSentText,
  );
  await untilCommit(tx, inserted, settled);
  return stored;
}

/** What is known of a delivery before the provider is called. */
const undecided = { status: "queued", providerId: null, errorCode: null, simulatedOutcome: null } as const;
