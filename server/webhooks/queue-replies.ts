import { sql } from "kysely";
import { byTeam } from "../db/by-team.ts";
import { type EntityManager, queries } from "../db/orm.ts";
import { rows } from "../db/rows.ts";
import { newId } from "../db/schema/ids.ts";
import { isGivenUp } from "../sending/status.ts";
import { queueDeliveries } from "./queue-deliveries.ts";
import { hostOf, presentReply, type ReceivedMessage, type RepliedText } from "./reply-delivery.ts";

/**
 * Queues inbound messages for delivery to the latest `replyWebhookUrl` of their thread, in the transaction that stores
 * them. A message of a thread without such a URL is not delivered. A message has at most one delivery, even if this
 * function runs again. The number of statements does not depend on the number of messages of a team. Returns the number of
 * messages that are delivered.
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
  const indexed = received.map((message, ord) => ({ ...message, ord }));
  // All statements are sent at once.
  const found = await Promise.all(
    byTeam(indexed, ({ teamId }) => teamId).map(([teamId, messages]) =>
      sql<{ ord: number; id: string; webhook_data: string | null; reply_webhook_url: string }>`
        select a.ord, m.id, m.webhook_data, m.reply_webhook_url
        from ${rows("a", messages, { ord: "int", threadId: "uuid", testMode: "boolean" })}
        cross join lateral (
          select id, webhook_data, reply_webhook_url from message s
          where s.team_id = ${teamId} and s.thread_id = a.thread_id and s.test_mode = a.test_mode
            and s.reply_webhook_url is not null and s.direction = 'outbound'
            and (s.status <> 'failed' or s.provider_id is not null or ${isGivenUp(sql`s.status`, sql`s.error_code`)})
          order by s.created_at desc, s.id desc limit 1
        ) m
      `.execute(queries(tx)),
    ),
  );
  return new Map(
    found.flatMap((texts) =>
      texts.rows.map(({ ord, id, webhook_data, reply_webhook_url }) => [
        ord,
        { textId: id, webhookData: webhook_data, url: reply_webhook_url },
      ]),
    ),
  );
}
