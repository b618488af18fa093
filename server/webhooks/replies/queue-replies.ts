import { sql } from "kysely";
import { type EntityManager, queries } from "../../db/orm.ts";
import { newId } from "../../db/schema/ids.ts";
import { rows } from "../../db/sql/rows.ts";
import { isGivenUp } from "../../texts/status.ts";
import { queueDeliveries } from "../queue/queue-deliveries.ts";
import { hostOf } from "../queue/targets.ts";
import { presentReply, type ReceivedMessage, type RepliedText } from "./reply-delivery.ts";

/**
 * Queues inbound messages for delivery to the latest `replyWebhookUrl` of their thread, in the transaction that stores
 * them. A message of a thread without such a URL is not delivered. A message has at most one delivery, even if this
 * function runs again. The number of statements does not depend on the number of messages. Returns the number of messages
 * that are delivered.
 *
 * @see docs/decisions.md, Reply webhooks
 */
export async function queueReplies(tx: EntityManager, received: ReceivedMessage[]): Promise<number> {
  const texts = await findRepliedTexts(tx, received);
  const deliveries = received.flatMap((message, index) => {
    const text = texts.get(index);
    if (!text) return [];
    const { teamId, messageId, createdAt } = message;
    const payload = JSON.stringify(presentReply(message, text));
    return { id: newId(), teamId, messageId, createdAt, target: hostOf(text.url), url: text.url, payload };
  });
  await queueDeliveries(tx, deliveries);
  return deliveries.length;
}

/**
 * Finds the text that each message replies to, by the message's index. A text that was definitely refused is failed and
 * has no provider id, so it gets no replies. A text that failed later has a provider id and counts.
 */
async function findRepliedTexts(tx: EntityManager, received: ReceivedMessage[]): Promise<Map<number, RepliedText>> {
  if (received.length === 0) return new Map();
  const asked = rows("a", received, {
    ord: ["int", (_, ord) => ord],
    teamId: "uuid",
    threadId: "uuid",
    testMode: "boolean",
  });
  const { rows: texts } = await sql<{
    ord: number;
    id: string;
    webhook_data: string | null;
    reply_webhook_url: string;
  }>`
    select a.ord, m.id, m.webhook_data, m.reply_webhook_url
    from ${asked}
    cross join lateral (
      select id, webhook_data, reply_webhook_url from message s
      where s.team_id = a.team_id and s.thread_id = a.thread_id and s.test_mode = a.test_mode
        and s.reply_webhook_url is not null and s.direction = 'outbound'
        and (s.status <> 'failed' or s.provider_id is not null or ${isGivenUp(sql`s.status`, sql`s.error_code`)})
      order by s.created_at desc, s.id desc limit 1
    ) m
  `.execute(queries(tx));
  return new Map(
    texts.map(({ ord, id, webhook_data, reply_webhook_url }) => [
      ord,
      { textId: id, webhookData: webhook_data, url: reply_webhook_url },
    ]),
  );
}
