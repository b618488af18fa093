import { sql } from "kysely";
import { type EntityManager, prepared } from "../db/orm.ts";
import { lockNames } from "../db/sql/locks.ts";
import { plusMicroseconds, type Timestamp } from "../db/timestamp.ts";

/** A received text whose event is looked for. */
interface ReceivedMessage {
  teamId: string;
  messageId: string;
  createdAt: Timestamp;
}

/**
 * Locks the copying of a team's events into deliveries until the transaction ends: shared by who copies, exclusive by who
 * empties them. Without that lock, an event that was read before could be copied after it was emptied.
 */
export const lockCopying = (tx: EntityManager, teamId: string, mode: "shared" | "exclusive"): Promise<void> =>
  lockNames(tx, [`copied events\n${teamId}`], mode);

/** How long before its message an event may be recorded, if the clock of the database was set back. */
const skewMicroseconds = 60 * 60 * 1_000_000;

/**
 * Empties the text in the event of a received text, and returns the event's id; undefined without an event. The time of the
 * event is that of the message, or just before it, so the search backwards by time meets the event among the first.
 */
export async function redactReceived(
  tx: EntityManager,
  { teamId, messageId, createdAt }: ReceivedMessage,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    update event e set data = (e.data::jsonb || '{"text": ""}')::text
    from (
      select sequence from event
      where team_id = ${teamId} and type = 'message.received' and created_at <= ${createdAt}::timestamptz
        and created_at >= ${plusMicroseconds(createdAt, -skewMicroseconds)}::timestamptz
        and data::jsonb ->> 'messageId' = ${messageId}
      order by created_at desc limit 1
    ) as found
    where e.team_id = ${teamId} and e.sequence = found.sequence
    returning e.id
  `.execute(prepared(tx));
  return rows[0]?.id;
}
