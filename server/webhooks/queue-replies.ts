import { sql } from "kysely";
import { byTeam } from "../db/by-team.ts";
import { type EntityManager, queries } from "../db/orm.ts";
import { rows } from "../db/rows.ts";
import { newId } from "../db/schema/ids.ts";
import { enqueue } from "../queue/enqueue.ts";
import { isGivenUp } from "../sending/status.ts";
import { deliveryJob, presentReply, type ReceivedMessage, type RepliedText } from "./reply-delivery.ts";

/**
 * Queues inbound messages for delivery to the latest `replyWebhookUrl` of their thread, in the transaction that stores
 * them. A message of a thread without such a URL is not delivered. A message has at most one delivery, even if this
 * function runs again. The number of statements does not depend on the number of messages of a team.
 *
 * @see docs/decisions.md, Reply webhooks
 */
export async function queueReplies(tx: EntityManager, received: ReceivedMessage[]): Promise<void> {
  const texts = await findRepliedTexts(tx, received);
  const deliveries = received.flatMap((message, index) => {
    const text = texts.get(index);
    return text ? [{ id: newId(), message, url: text.url, payload: JSON.stringify(presentReply(message, text)) }] : [];
  });
  const stored = await insertDeliveries(tx, deliveries);
  await enqueue(
    tx,
    "webhooks.deliver",
    deliveries
      .filter(({ id }) => stored.has(id))
      .map(({ id, url, message: { teamId } }) => deliveryJob({ teamId, id, url, attempt: 1 })),
  );
}

/**
 * Finds the text that each message replies to, by the message's index. A text that was definitely refused is failed and
 * has no provider id, so it gets no replies. A text that failed later has a provider id and counts.
 */
async function findRepliedTexts(tx: EntityManager, received: ReceivedMessage[]): Promise<Map<number, RepliedText>> {
  const texts = new Map<number, RepliedText>();
  const indexed = received.map((message, ord) => ({ ...message, ord }));
  for (const [teamId, messages] of byTeam(indexed, ({ teamId }) => teamId)) {
    const found = await sql<{ ord: number; id: string; webhook_data: string | null; reply_webhook_url: string }>`
      select a.ord, m.id, m.webhook_data, m.reply_webhook_url
      from ${rows("a", messages, { ord: "int", threadId: "uuid", testMode: "boolean" })}
      cross join lateral (
        select id, webhook_data, reply_webhook_url from message s
        where s.team_id = ${teamId} and s.thread_id = a.thread_id and s.test_mode = a.test_mode
          and s.reply_webhook_url is not null and s.direction = 'outbound'
          and (s.status <> 'failed' or s.provider_id is not null or ${isGivenUp(sql`s.status`, sql`s.error_code`)})
        order by s.created_at desc, s.id desc limit 1
      ) m
    `.execute(queries(tx));
    for (const { ord, id, webhook_data, reply_webhook_url } of found.rows) {
      texts.set(ord, { textId: id, webhookData: webhook_data, url: reply_webhook_url });
    }
  }
  return texts;
}

interface NewDelivery {
  id: string;
  message: ReceivedMessage;
  url: string;
  payload: string;
}

/** Inserts the deliveries, except for messages that have a delivery already. Returns the ids of the inserted rows. */
async function insertDeliveries(tx: EntityManager, deliveries: NewDelivery[]): Promise<Set<string>> {
  if (deliveries.length === 0) return new Set();
  const given = rows("a", deliveries, {
    teamId: ["uuid", ({ message }) => message.teamId],
    id: "uuid",
    messageId: ["uuid", ({ message }) => message.messageId],
    url: "text",
    payload: "text",
    createdAt: ["timestamptz", ({ message }) => message.createdAt],
  });
  const inserted = await sql<{ id: string }>`
    insert into webhook_delivery (team_id, id, message_id, url, payload, status, attempt_count, next_attempt_at,
      created_at, updated_at)
    select team_id, id, message_id, url, payload, 'pending', 0, created_at, created_at, created_at
    from ${given}
    order by team_id, message_id
    on conflict (team_id, message_id) do nothing
    returning id
  `.execute(queries(tx));
  return new Set(inserted.rows.map(({ id }) => id));
}
