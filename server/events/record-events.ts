/**
 * The outbox: events are rows that the transaction of their change adds.
 *
 * Promises: an event commits with its change. The sequence of a team's events grows in the order of their commits, because
 * the transaction locks the feed of the team until it ends. Every change whose timestamp is `recordedSince` or later is
 * recorded. The reason: a timestamp is read before the check for listeners, and `recordedSince` after the opening has
 * committed. So a check that misses the opening belongs to an earlier timestamp.
 * Costs: a team without listeners costs a look-up of its feed by key, for a batch of changes.
 * Preconditions: the timestamp of an event was read before `findListening`. Events are the last rows that a transaction
 * locks, team by team in the order of their ids, so that two transactions do not deadlock.
 */
import { sql } from "kysely";
import { type EntityManager, prepared, withoutResult } from "../db/orm.ts";
import type { EventType } from "../db/schema/entities/event.ts";
import { newId } from "../db/schema/ids.ts";
import { rows } from "../db/sql/rows.ts";
import type { Timestamp } from "../db/timestamp.ts";
import type { StoredEvent } from "./read-events.ts";

/** The channel of PostgreSQL's notifications about events. The payload is the id of the team. */
export const eventsChannel = "messaging_events";

/** A change to record. */
export interface NewEvent {
  teamId: string;
  type: EventType;
  testMode: boolean;
  /** The business number of the text; null for an event without one. */
  businessNumberId: string | null;
  /** The `data` of the event, at most 16 KiB of JSON. */
  data: object;
  /** The time of the change. */
  now: Timestamp;
}

/** The teams, of the given ones, whose events are recorded. */
export async function findListening(tx: EntityManager, teamIds: Iterable<string>): Promise<Set<string>> {
  const ids = [...new Set(teamIds)];
  if (ids.length === 0) return new Set();
  const { rows: feeds } = await sql<{ team_id: string }>`
    select team_id from event_feed where team_id = any (${ids}::uuid[]) and is_open
  `.execute(prepared(tx));
  return new Set(feeds.map(({ team_id }) => team_id));
}

/** Records one event of a team whose feed is open, and returns it. The feed stays locked until the transaction ends. */
export async function recordEvent(tx: EntityManager, event: NewEvent): Promise<StoredEvent> {
  const { teamId, type, testMode, businessNumberId, now } = event;
  const id = newId();
  const { rows: sequences } = await sql<{ sequence: string }>`
    ${addedEvents(teamId, [event], id)}
    select (first_sequence + 1)::text as sequence, pg_notify(${eventsChannel}, ${teamId}) from feed
  `.execute(prepared(tx));
  const sequence = BigInt(sequences[0]!.sequence);
  return { id, sequence, type, testMode, businessNumberId, data: JSON.stringify(event.data), createdAt: now };
}

/**
 * Records events of teams with listeners. An event of another team has no effect. Nobody reads the results of the
 * statements, so they travel with the next ones; readers are notified at the commit.
 */
export async function recordEvents(tx: EntityManager, events: NewEvent[]): Promise<void> {
  const byTeam = [...Map.groupBy(events, ({ teamId }) => teamId)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  for (const [teamId, ofTeam] of byTeam)
    await sql`
      ${addedEvents(teamId, ofTeam)}
      select pg_notify(${eventsChannel}, ${teamId}) from feed
    `.execute(withoutResult(tx));
}

/** The `with` queries that add events of a team behind its newest one, if its feed is open. */
const addedEvents = (teamId: string, events: NewEvent[], id?: string) => sql`
      with feed as (
        update event_feed set last_sequence = last_sequence + ${events.length}::int
        where team_id = ${teamId} and is_open
        returning last_sequence - ${events.length}::int as first_sequence
      ), added as (
        insert into event (team_id, sequence, id, type, test_mode, business_number_id, data, created_at)
        select ${teamId}::uuid, first_sequence + ord, id, type, test_mode, business_number_id, data, now
        from feed cross join ${eventRows(events, id)}
        order by ord
      )`;

/** Events as a relation `a`, each with a new id, or with the given one. */
const eventRows = (events: NewEvent[], id?: string) =>
  rows(
    "a",
    events,
    {
      id: ["uuid", () => id ?? newId()],
      type: "text",
      testMode: "boolean",
      businessNumberId: "uuid",
      data: ["text", ({ data }) => JSON.stringify(data)],
      now: "timestamptz",
    },
    "ord",
  );
