/**
 * The lines of numbers that have a pace. A text whose time has come waits in the line of its number for a turn.
 *
 * Promises: texts leave a line in order: replies within a thread come first, and then the earliest. Requests take their turns
 * before the line, but at most half of all while it has texts, so that none waits for ever. A look serves the line whose number
 * is free for the longest time first.
 * Costs: one index probe for each look, and one for each number with a line. Each text in line is written once more.
 */
import { sql } from "kysely";
import { readAllTeams } from "../../db/commit/of-teams.ts";
import type { EntityManager } from "../../db/orm.ts";
import type { Timestamp } from "../../db/timestamp.ts";
import type { Provider } from "../../provider/provider.ts";
import { findNumbers } from "../store/find-number.ts";
import type { PendingText } from "./pending-text.ts";

/** Returns the carrier of the texts of a mode. */
export type CarrierOf = (testMode: boolean) => Provider;

/** The number whose line has a turn now. */
export interface Line {
  teamId: string;
  numberId: string;
}

/** How far ahead a line takes turns: longer than the interval between two looks. The hand-over then waits for the turn. */
export const aheadSeconds = 0.5;

/**
 * How far ahead its turns are, if requests have taken the earlier ones: requests wait two seconds at most, and a look sees
 * the half second before. A stop has to wait for these turns and for the carrier.
 */
const furthestSeconds = 2 + aheadSeconds;

/** Whether a line has a turn although requests have taken all: none for long enough, and one that is near. */
export const mayGoBeyond = sql`
  t.line_at <= clock_timestamp() and t.free_at <= clock_timestamp() + make_interval(secs => ${sql.lit(furthestSeconds)})
`;

/** How many lines a look finds. */
const maxLines = 16;

/**
 * Finds the texts that wait in line from now on: their number has a pace, and they have not got a turn in its line. Without
 * any pace, there is no query.
 */
export async function findInLine(
  tx: EntityManager,
  carrierOf: CarrierOf,
  ready: PendingText[],
  now: Timestamp,
): Promise<PendingText[]> {
  const asked = ready.filter(({ testMode }) => carrierOf(testMode).paces?.size);
  if (asked.length === 0) return [];
  const numbers = await findNumbers(
    tx,
    asked.map(({ id, teamId, phoneNumber, businessNumberId }) => ({
      id,
      teamId,
      contactPhone: phoneNumber,
      numberId: businessNumberId,
    })),
  );
  return asked.flatMap((text) => {
    const number = numbers.get(text.id);
    const hasPace = number && carrierOf(text.testMode).paces?.has(number.phone);
    if (!hasPace || text.lineNumberId === number.id) return [];
    return { ...text, lineNumberId: number.id, sendAt: text.sendAt ?? now, updatedAt: now };
  });
}

/** Finds the lines that have a turn now. */
export async function findLines(em: EntityManager): Promise<Line[]> {
  const inLine = sql`p.status = 'scheduled' and p.line_number_id is not null`;
  const read = sql<{ team_id: string; number_id: string }>`
    select * from (
      with recursive line as (
        select * from (
          select p.team_id, p.line_number_id from pending_message p where ${inLine}
          order by p.team_id, p.line_number_id limit 1
        ) as f
        union all
        select n.team_id, n.line_number_id from line as l cross join lateral (
          select p.team_id, p.line_number_id from pending_message p
          where ${inLine} and (p.team_id, p.line_number_id) > (l.team_id, l.line_number_id)
          order by p.team_id, p.line_number_id limit 1
        ) as n
      )
      select l.team_id, l.line_number_id as number_id, coalesce(t.free_at, '-infinity') as free_at
      from line l left join lateral (
        select n.free_at, n.line_at from number_pace n where n.team_id = l.team_id and n.number_id = l.line_number_id limit 1
      ) as t on true
      where t.free_at is null or t.free_at <= clock_timestamp() + make_interval(secs => ${sql.lit(aheadSeconds)})
        or (${mayGoBeyond})
    ) as line
  `;
  const rows = await readAllTeams(em, read, { by: "free_at", limit: maxLines });
  return rows.map(({ team_id: teamId, number_id: numberId }) => ({ teamId, numberId }));
}
