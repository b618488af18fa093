/**
 * The end of quiet hours, by the time zones of PostgreSQL alone.
 *
 * Promises: the clock of each zone is outside of the quiet hours at the time that is found, and it is the first such time.
 * Costs: one statement for a list of times, and about a millisecond for each quiet one.
 * Preconditions: PostgreSQL knows the zones. Their offsets and the changes of these are whole quarters of an hour, as they
 * have been everywhere since 1972.
 */
import { type RawBuilder, sql } from "kysely";
import { type EntityManager, prepared } from "../../db/orm.ts";
import { rows } from "../../db/sql/rows.ts";
import { fromPostgres, type Timestamp } from "../../db/timestamp.ts";

/** A time, and the hours in which some zones are quiet: from one time of day, such as `21:00`, to another. */
export interface TimeToCheck {
  at: Timestamp;
  from: string;
  to: string;
  zones: readonly string[];
}

/**
 * For each time that is quiet in one of its zones, the first one after it that is quiet in none. Undefined for a time
 * that is not quiet. If all of the next two days are quiet, it is their end, and has to be asked about again.
 *
 * Quiet hours end in a zone at their last minute, or at a change of its clock that leaps over that minute. Both are among
 * the quarters of UTC, and those that are shifted to that minute. So no other times are looked at.
 */
export async function findNextAllowed(em: EntityManager, times: TimeToCheck[]): Promise<(Timestamp | undefined)[]> {
  if (times.length === 0) return [];
  const columns = {
    at: "timestamptz",
    starts: ["text", ({ from }: TimeToCheck) => from],
    ends: ["text", ({ to }: TimeToCheck) => to],
    zones: ["jsonb", ({ zones }: TimeToCheck) => JSON.stringify(zones)],
  } as const;
  const { rows: found } = await sql<{ next_allowed: string | null }>`
    select case when ${isQuiet(sql`a.at`)} then coalesce(
      (
        select min(c.at)
        from (
          select date_trunc('hour', a.at, 'UTC') + (quarter * 15 + shift) * interval '1 minute' as at
          from generate_series(0, ${sql.lit(horizonQuarters)}) as quarter,
            (values (0), (extract(minute from a.ends)::int % 15)) as s (shift)
        ) as c
        where c.at > a.at and not ${isQuiet(sql`c.at`)}
      ),
      a.at + interval '48 hours'
    ) end as next_allowed
    from (
      select a.at, a.starts::time as starts, a.ends::time as ends, a.zones, a.ord
      from ${rows("a", times, columns, "ord")}
    ) as a
    order by a.ord
  `.execute(prepared(em));
  return found.map(({ next_allowed: next }) => (next === null ? undefined : fromPostgres(next)));
}

/** Two days, and the hour in which they begin. */
const horizonQuarters = 49 * 4;

/** Whether it is quiet in one of the zones of `a`. The hours may last over midnight. */
const isQuiet = (at: RawBuilder<unknown>) => sql`exists (
  select from jsonb_array_elements_text(a.zones) as z (zone),
    lateral (select (${at} at time zone z.zone)::time as clock) as l
  where case when a.starts < a.ends then clock >= a.starts and clock < a.ends
    else clock >= a.starts or clock < a.ends end
)`;
