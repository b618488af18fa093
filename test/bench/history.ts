/**
 * Writes texts as months of use leave them: in the order of their time, with ids of that time, those of several teams among
 * each other.
 */
import { sql } from "kysely";
import { type EntityManager, queries } from "../../server/db/orm.ts";
import type { Timestamp } from "../../server/db/timestamp.ts";
import type { DataSetOwner } from "./data-set.ts";

export interface HistorySize {
  messages: number;
  /** The threads of each team, each with a phone of its own. */
  threads: number;
  /** The time from the first message to the last one. */
  days: number;
}

/** How many messages are written together. */
const batchSize = 100_000;

/** Each of the other teams has one of so many messages. */
export const shareOfOthers = 1_000;

/** The phone of the n-th thread. */
export const phoneOf = (n: number): string => `+1${2_000_000_000 + n}`;

/**
 * Fills teams without data. Nearly all messages are of the first one. A third is inbound, and of the others one in a hundred
 * failed. Only some of the oldest fifteen are `undelivered`.
 */
export async function writeHistory(
  em: EntityManager,
  [main, ...others]: readonly [DataSetOwner, ...DataSetOwner[]],
  { messages, threads, days }: HistorySize,
  now: Timestamp,
): Promise<void> {
  const db = queries(em);
  for (const { teamId, businessNumberId } of [main, ...others]) {
    await sql`
      insert into thread (team_id, id, business_number_id, contact_phone, message_count, last_direction, last_body,
        last_message_at, created_at)
      select ${teamId}::uuid, ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, ${businessNumberId}::uuid,
        '+1' || (2000000000 + n), 1, 'inbound', 'Message', ${now}::timestamptz, ${now}::timestamptz
      from generate_series(0, ${threads - 1}::bigint) as n
    `.execute(db);
  }
  const teamIds = [main, ...others].map(({ teamId }) => teamId);
  for (let first = 0; first < messages; first += batchSize) {
    await sql`
      insert into message (team_id, id, thread_id, direction, body, status, error_code, test_mode, segments, encoding,
        created_at, updated_at)
      select
        case when n % ${shareOfOthers}::bigint between 1 and ${others.length}::bigint
          then (${teamIds}::uuid[])[n % ${shareOfOthers}::bigint + 1] else ${main.teamId}::uuid end,
        (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid,
        ('01900000-0000-7000-8000-' || lpad(to_hex(n * 7919 % ${threads}::bigint), 12, '0'))::uuid,
        case n % 3 when 0 then 'inbound' else 'outbound' end, 'Your order number ' || n || ' has shipped.',
        case when n % 3 = 0 then 'received' when n < 15 then 'undelivered' when n % 100 = 1 then 'failed' else 'delivered' end,
        case when n % 3 <> 0 and n % 100 = 1 then '30005' end, false, 1, 'GSM-7', at, at
      from generate_series(${first}::bigint, ${Math.min(first + batchSize, messages) - 1}::bigint) as n,
        lateral (
          select ${now}::timestamptz - (${messages}::bigint - n) * (${days}::int * interval '1 day' / ${messages}::bigint)
        ) as moment (at)
    `.execute(db);
  }
  for (const table of ["thread", "message"]) await em.execute(`vacuum ${table}`);
}
