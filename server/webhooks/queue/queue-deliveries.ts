import { sql } from "kysely";
import { type EntityManager, prepared, withoutResult } from "../../db/orm.ts";
import { rows } from "../../db/sql/rows.ts";
import type { Timestamp } from "../../db/timestamp.ts";
import { markDue } from "./targets.ts";

/** The delivery of a reply to queue. Its first attempt is due at once. */
export interface NewDelivery {
  teamId: string;
  /** The `webhook-id` of every attempt. */
  id: string;
  /** The name of the target, among those of the team. Deliveries of one target share its limits. */
  target: string;
  messageId: string;
  url: string;
  /** The exact body of every attempt. */
  payload: string;
  createdAt: Timestamp;
}

/**
 * Queues deliveries in the caller's transaction, except for messages that have a delivery already. The first attempts of
 * a target's deliveries start in the order of `createdAt` and, among equal times, of the ids. A worker looks for them
 * when it is woken, and otherwise four times a second.
 */
export async function queueDeliveries(tx: EntityManager, deliveries: NewDelivery[]): Promise<void> {
  if (deliveries.length === 0) return;
  const given = rows("a", deliveries, {
    teamId: "uuid",
    id: "uuid",
    messageId: "uuid",
    target: "text",
    url: "text",
    payload: "text",
    createdAt: "timestamptz",
  });
  const inserted = await sql<{ id: string }>`
    insert into webhook_delivery (team_id, id, message_id, target, url, payload, status, attempt_count, next_attempt_at,
      created_at, updated_at)
    select team_id, id, message_id, target, url, payload, 'pending', 0, created_at, created_at, created_at
    from ${given}
    order by team_id, message_id
    on conflict (team_id, message_id) do nothing
    returning id
  `.execute(prepared(tx));
  const stored = new Set(inserted.rows.map(({ id }) => id));
  await markDue(
    tx,
    deliveries
      .filter(({ id }) => stored.has(id))
      .map(({ teamId, target, createdAt }) => ({ teamId, name: target, dueAt: createdAt })),
  );
}

/** The delivery of an event to queue. Its first attempt is due at `createdAt`. */
export interface NewEventDelivery extends Omit<NewDelivery, "teamId" | "messageId"> {
  endpointId: string;
  /** The `webhook-id` of every attempt. */
  eventId: string;
  eventType: string;
}

/** Queues deliveries of events of a team in the caller's transaction. */
export async function queueEventDeliveries(
  tx: EntityManager,
  teamId: string,
  deliveries: NewEventDelivery[],
): Promise<void> {
  if (deliveries.length === 0) return;
  const given = rows("a", deliveries, {
    id: "uuid",
    endpointId: "uuid",
    eventId: "uuid",
    eventType: "text",
    target: "text",
    url: "text",
    payload: "text",
    createdAt: "timestamptz",
  });
  await sql`
    insert into webhook_delivery (team_id, id, endpoint_id, event_id, event_type, target, url, payload, status,
      attempt_count, next_attempt_at, created_at, updated_at)
    select ${teamId}::uuid, id, endpoint_id, event_id, event_type, target, url, payload, 'pending', 0, created_at,
      created_at, created_at
    from ${given}
  `.execute(withoutResult(tx));
  await markDue(
    tx,
    deliveries.map(({ target, createdAt }) => ({ teamId, name: target, dueAt: createdAt })),
  );
}
