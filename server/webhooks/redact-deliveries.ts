import { sql } from "kysely";
import { type EntityManager, prepared, withoutResult } from "../db/orm.ts";

/** The payload of a delivery whose text was redacted. It is never posted. */
export const redactedPayload = "{}";

/** A message of a team, and the event that reports it. */
interface Reported {
  teamId: string;
  messageId: string;
  eventId: string | undefined;
}

/**
 * Empties the deliveries of a message, of its event and of a door: their payloads, and the answers to them, which may repeat
 * the text.
 * Pending ones end. A post that has begun is not taken back, and its answer is not recorded.
 */
export async function redactDeliveries(tx: EntityManager, { teamId, messageId, eventId }: Reported): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update webhook_delivery d set payload = ${redactedPayload}, next_attempt_at = null,
      status = case when d.status = 'pending' then 'failed' else d.status end
    where d.team_id = ${teamId} and d.id = any (array(
      select id from webhook_delivery where team_id = ${teamId} and message_id = ${messageId}
      union all
      select id from webhook_delivery where team_id = ${teamId} and event_id = ${eventId ?? null}::uuid
      union all
      select id from webhook_delivery where team_id = ${teamId} and subject_id = ${messageId}
    ))
    returning d.id
  `.execute(prepared(tx));
  if (rows.length === 0) return;
  // The statement before may have waited for a worker that recorded an answer.
  const ids = rows.map(({ id }) => id);
  await sql`
    update webhook_attempt set answer = null where team_id = ${teamId} and delivery_id = any (${ids}::uuid[])
  `.execute(withoutResult(tx));
}

/** Deletes the deliveries of messages that are about to be deleted. The deliveries of their events stay with the events. */
export async function deleteDeliveries(tx: EntityManager, teamId: string, messageIds: string[]): Promise<void> {
  await sql`
    delete from webhook_attempt a using webhook_delivery d
    where d.team_id = ${teamId} and d.message_id = any (${messageIds}::uuid[])
      and a.team_id = d.team_id and a.delivery_id = d.id
  `.execute(withoutResult(tx));
  await sql`
    delete from webhook_delivery where team_id = ${teamId} and message_id = any (${messageIds}::uuid[])
  `.execute(withoutResult(tx));
}

/** Deletes the deliveries of a door about messages, and those of events, pending ones too. Returns their number. */
export async function deletePostsAbout(
  tx: EntityManager,
  teamId: string,
  { messageIds = [], eventIds = [] }: { messageIds?: string[]; eventIds?: string[] },
): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select id from webhook_delivery where team_id = ${teamId} and subject_id = any (${messageIds}::uuid[])
    union all
    select id from webhook_delivery where team_id = ${teamId} and event_id = any (${eventIds}::uuid[])
  `.execute(prepared(tx));
  return deleteDeliveriesById(
    tx,
    teamId,
    rows.map(({ id }) => id),
  );
}

/** Deletes deliveries with their attempts, pending ones too, and returns how many there still were. */
export async function deleteDeliveriesById(tx: EntityManager, teamId: string, ids: string[]): Promise<number> {
  if (ids.length === 0) return 0;
  // The lock waits for an attempt that is being recorded, which the next statement then sees.
  const { rows } = await sql`
    select id from webhook_delivery where team_id = ${teamId} and id = any (${ids}::uuid[]) order by id for update
  `.execute(prepared(tx));
  await sql`
    delete from webhook_attempt where team_id = ${teamId} and delivery_id = any (${ids}::uuid[])
  `.execute(withoutResult(tx));
  await sql`
    delete from webhook_delivery where team_id = ${teamId} and id = any (${ids}::uuid[])
  `.execute(withoutResult(tx));
  return rows.length;
}
