/** The turns of texts that wait for their time. None of them is refused: a text without a turn waits in line. */
import { sql } from "kysely";
import { type EntityManager, prepared, withoutResult } from "../db/orm.ts";
import { plusMicroseconds, type Timestamp } from "../db/timestamp.ts";
import type { Pace } from "../provider/provider.ts";
import { costOf, patienceMicroseconds } from "./turns.ts";

/** A text whose time has come, of a number with a pace. */
export interface TextInLine {
  id: string;
  teamId: string;
  segments: number;
  pace: Pace;
}

/** A turn that was taken, in so many microseconds; or the time of the place in the line. */
export type TurnInLine = { isTaken: true; microseconds: number } | { isTaken: false; at: Timestamp };

/**
 * Takes turns for texts whose time has come, in their order. A text without a turn within two seconds gets a place at the
 * end of the line, and asks again when that time has come. The rows of the numbers are locked until the commit.
 *
 * @returns the turns by the ids of the texts
 */
export async function takeTurns(
  tx: EntityManager,
  texts: TextInLine[],
  now: Timestamp,
): Promise<Map<string, TurnInLine>> {
  const turns = new Map<string, TurnInLine>();
  const byNumber = [...Map.groupBy(texts, ({ pace }) => pace.numberId).values()];
  // One order, so that two transactions do not deadlock.
  for (const each of byNumber.toSorted(([a], [b]) => (a!.pace.numberId < b!.pace.numberId ? -1 : 1))) {
    const taken = await lockNumber(tx, each[0]!, now);
    for (const { id, segments, pace } of each) {
      const cost = costOf(segments, pace);
      if (taken.until <= patienceMicroseconds) {
        turns.set(id, { isTaken: true, microseconds: taken.until });
        taken.until += cost;
      } else {
        const place = Math.max(taken.until, taken.lineUntil);
        turns.set(id, { isTaken: false, at: plusMicroseconds(now, place) });
        taken.lineUntil = place + cost;
      }
    }
    await storeTaken(tx, each[0]!, now, taken);
  }
  return turns;
}

/** Until when turns and places in the line are taken: microseconds from now, at least zero. */
interface Taken {
  until: number;
  lineUntil: number;
}

async function lockNumber(tx: EntityManager, { teamId, pace }: TextInLine, now: Timestamp): Promise<Taken> {
  const from = sql`${now}::timestamptz`;
  const { rows } = await sql<Taken>`
    insert into number_pace as p (team_id, number_id, free_at, line_ends_at)
    values (${teamId}, ${pace.numberId}, ${from}, ${from})
    on conflict (team_id, number_id) do update
    set free_at = greatest(p.free_at, ${from}), line_ends_at = greatest(p.line_ends_at, ${from})
    returning (extract(epoch from p.free_at - ${from}) * 1000000)::float8 as until,
      (extract(epoch from p.line_ends_at - ${from}) * 1000000)::float8 as "lineUntil"
  `.execute(prepared(tx));
  return rows[0]!;
}

async function storeTaken(
  tx: EntityManager,
  { teamId, pace }: TextInLine,
  now: Timestamp,
  { until, lineUntil }: Taken,
): Promise<void> {
  await sql`
    update number_pace set free_at = ${plusMicroseconds(now, until)}::timestamptz,
      line_ends_at = ${plusMicroseconds(now, lineUntil)}::timestamptz
    where team_id = ${teamId} and number_id = ${pace.numberId}
  `.execute(withoutResult(tx));
}
