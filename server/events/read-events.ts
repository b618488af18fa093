import { sql } from "kysely";
import { type EntityManager, queries } from "../db/orm.ts";
import type { EventType } from "../db/schema/entities/event.ts";
import { fromPostgres, type Timestamp } from "../db/timestamp.ts";
import { namedTypes } from "./named-types.ts";

/** An event as it is stored. `data` is JSON. */
export interface StoredEvent {
  sequence: bigint;
  id: string;
  type: EventType;
  testMode: boolean;
  businessNumberId: string | null;
  data: string;
  createdAt: Timestamp;
}

/** Which events a reader gets. A filter that is undefined lets all pass, but no type that must be named. */
export interface EventFilter {
  types?: readonly string[] | undefined;
  businessNumberId?: string | undefined;
  testMode?: boolean | undefined;
  since?: Timestamp | undefined;
}

/** How many positions one read goes through at most, so that a filter that few events pass stays cheap. */
const maxScanned = 10_000;

/** Events after a position, and the position up to which all events are among them or did not pass the filter. */
export interface EventBatch {
  events: StoredEvent[];
  /** The sequence of the last event that was looked at. */
  end: bigint;
  /** The sequence of the newest event of the team. */
  last: bigint;
}

/** Reads up to `limit` events of a team after a position, the oldest first. Without a filter, those of all types. */
export async function readEvents(
  em: EntityManager,
  teamId: string,
  after: bigint,
  limit: number,
  filter?: EventFilter,
): Promise<EventBatch> {
  const { types, businessNumberId, testMode, since } = filter ?? {};
  const conditions = [
    sql`team_id = ${teamId} and sequence > ${String(after)}::bigint`,
    sql`sequence <= ${String(after + BigInt(maxScanned))}::bigint`,
    ...(types ? [sql`type = any (${types}::text[])`] : filter ? [sql`type <> all (${namedTypes}::text[])`] : []),
    ...(businessNumberId ? [sql`business_number_id = ${businessNumberId}`] : []),
    ...(testMode === undefined ? [] : [sql`test_mode = ${testMode}`]),
    ...(since ? [sql`created_at >= ${since}::timestamptz`] : []),
  ];
  // One statement, so that every event up to the last sequence is visible to it.
  const { rows } = await sql<Row>`
    select f.last_sequence::text as last, e.* from event_feed f left join lateral (
      select sequence::text, id, type, test_mode, business_number_id, data, created_at from event
      where ${sql.join(conditions, sql` and `)}
      order by event.sequence limit ${limit}::int
    ) e on true
    where f.team_id = ${teamId} order by e.sequence::bigint
  `.execute(queries(em));
  const last = BigInt(rows[0]?.last ?? 0);
  const events = rows.flatMap((row) => (row.sequence === null ? [] : [eventOf(row)]));
  const scannedTo = after + BigInt(maxScanned) < last ? after + BigInt(maxScanned) : last;
  const end = events.length < limit ? scannedTo : events.at(-1)!.sequence;
  return { events, end: end > after ? end : after, last };
}

interface Row {
  last: string;
  sequence: string | null;
  id: string;
  type: EventType;
  test_mode: boolean;
  business_number_id: string | null;
  data: string;
  created_at: string;
}

const eventOf = (row: Row): StoredEvent => ({
  sequence: BigInt(row.sequence!),
  id: row.id,
  type: row.type,
  testMode: row.test_mode,
  businessNumberId: row.business_number_id,
  data: row.data,
  createdAt: fromPostgres(row.created_at),
});

/** Whether an event passes a filter. */
export function passes(event: StoredEvent, { types, businessNumberId, testMode, since }: EventFilter): boolean {
  return (
    (types === undefined ? !namedTypes.includes(event.type) : types.includes(event.type)) &&
    (businessNumberId === undefined || event.businessNumberId === businessNumberId) &&
    (testMode === undefined || event.testMode === testMode) &&
    (since === undefined || event.createdAt >= since)
  );
}
