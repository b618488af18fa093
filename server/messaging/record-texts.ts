import { sql } from "kysely";
import type { Result } from "../batcher.ts";
import { type EntityManager, prepared } from "../db/orm.ts";
import { type Recorded, type Route, recordOnce } from "../sending/record-once.ts";
import { openThreads } from "../threads/open-threads.ts";
import { findRoutes } from "./find-routes.ts";
import { findText } from "./find-texts.ts";
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
  await sql`
    insert into message (team_id, id, thread_id, direction, body, status, test_mode, reply_webhook_url, webhook_data,
      created_at, updated_at)
    select team_id, id, thread_id, 'outbound', body, 'queued', test_mode, reply_webhook_url, webhook_data, created_at,
      created_at
    from unnest(
      ${texts.map(({ teamId }) => teamId)}::uuid[], ${texts.map(({ id }) => id)}::uuid[],
      ${places.map(({ threadId }) => threadId)}::uuid[], ${texts.map(({ body }) => body)}::text[],
      ${texts.map(({ testMode }) => testMode)}::boolean[],
      ${texts.map(({ replyWebhookUrl }) => replyWebhookUrl)}::text[],
      ${texts.map(({ webhookData }) => webhookData)}::text[], ${places.map(({ createdAt }) => createdAt)}::timestamptz[]
    ) as a (team_id, id, thread_id, body, test_mode, reply_webhook_url, webhook_data, created_at)
  `.execute(prepared(tx));
  return texts.map((text, index) => ({
    id: text.id,
    teamId: text.teamId,
    threadId: places[index]!.threadId,
    from: routes.get(text)!.from,
    to: routes.get(text)!.to,
    body: text.body,
    status: "queued",
    testMode: text.testMode,
    createdAt: places[index]!.createdAt,
  }));
}
