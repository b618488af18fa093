import { type RawBuilder, sql } from "kysely";
import { type EntityManager, queries } from "../db/orm.ts";
import { firstIdAt } from "../db/schema/ids.ts";
import { fromPostgres, plusMicroseconds, type Timestamp } from "../db/timestamp.ts";

/** What a team sent and received on a day, in one mode. */
export interface DayCounts {
  /** The midnight UTC that begins the day. */
  day: Timestamp;
  testMode: boolean;
  received: number;
  sent: number;
  delivered: number;
  failed: number;
  segments: number;
  passcodes: number;
}

/** The days to count: from a midnight on, until another. */
export interface DaySpan {
  from: Timestamp;
  until: Timestamp;
}

/** How far the clock of a process, which is in the ids that it makes, may be behind the clock of the database. */
const skewMicroseconds = 60 * 60 * 1_000_000;

/** Counts the messages and passcodes that a team stored in a span, by day and mode. Days without any have no row. */
export async function countUsage(em: EntityManager, teamId: string, span: DaySpan): Promise<DayCounts[]> {
  const { rows } = await sql<Record<Exclude<keyof DayCounts, "day" | "testMode">, number> & DayRow>`
    select day, test_mode as "testMode", sum(received)::int as received, sum(sent)::int as sent,
      sum(delivered)::int as delivered, sum(failed)::int as failed, sum(segments)::int as segments,
      sum(passcodes)::int as passcodes
    from (${messagesOf(teamId, span)} union all ${passcodesOf(teamId, span)}) as counted
    group by day, test_mode order by day, test_mode
  `.execute(queries(em));
  return rows.map((row) => ({ ...row, day: fromPostgres(row.day) }));
}

interface DayRow {
  day: string;
  testMode: boolean;
}

/**
 * Counts thread by thread, from the threads with a message since the span began. Two indexes lead to exactly the messages
 * of the span: that of the list of threads, and that of a thread's history. The groups keep PostgreSQL from joining whole
 * tables.
 */
const messagesOf = (teamId: string, { from, until }: DaySpan): RawBuilder<unknown> => sql`
  select c.* from thread t cross join lateral (
    select date_trunc('day', m.created_at, 'UTC') as day, m.test_mode,
      count(*) filter (where m.direction = 'inbound') as received,
      count(*) filter (where m.direction = 'outbound') as sent,
      count(*) filter (where m.direction = 'outbound' and m.status in ('delivered', 'read')) as delivered,
      count(*) filter (where m.direction = 'outbound' and m.status in ('failed', 'undelivered')) as failed,
      coalesce(sum(coalesce(m.segments, 1)) filter (where m.direction = 'outbound'), 0) as segments,
      0 as passcodes
    from message m
    where m.team_id = ${teamId} and m.thread_id = t.id
      and m.created_at >= ${from}::timestamptz and m.created_at < ${until}::timestamptz
    group by 1, 2
  ) c where t.team_id = ${teamId} and t.last_message_at >= ${from}::timestamptz`;

/** The ids of passcodes begin with their time, so the primary key leads to those of the span. Their times are compared, too. */
const passcodesOf = (teamId: string, { from, until }: DaySpan): RawBuilder<unknown> => sql`
  select date_trunc('day', o.created_at, 'UTC') as day, o.test_mode, 0, 0, 0, 0, 0, count(*) from otp o
  where o.team_id = ${teamId} and o.id >= ${firstIdAt(plusMicroseconds(from, -skewMicroseconds))}::uuid
    and o.created_at >= ${from}::timestamptz and o.created_at < ${until}::timestamptz
  group by 1, 2`;
