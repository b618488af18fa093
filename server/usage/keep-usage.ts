/**
 * Keeps the counts of closed days in `usage_day`.
 *
 * Promises: a day is counted once, however many processes run the job and however often, because a count takes the place of
 * the count from before.
 * Costs: the threads and messages of the last four days, and nothing on the path of a text.
 */
import { sql } from "kysely";
import { readClock } from "../db/clock.ts";
import { transactOfTeam } from "../db/commit/of-teams.ts";
import { type EntityManager, ormOf, queries } from "../db/orm.ts";
import { liftTimeLimits } from "../db/sql/lift-time-limits.ts";
import { rows } from "../db/sql/rows.ts";
import type { Timestamp } from "../db/timestamp.ts";
import { countUsage, type DayCounts } from "./count-usage.ts";
import { keptDays, midnightOf, plusDays } from "./days.ts";

/** How many closed days are counted again. A status of the provider can be late by hours, and a callback by days. */
const recountedDays = 4;

/**
 * Counts the last closed days of all teams, and deletes the days that nobody can ask for any more. Returns the number of
 * counted days. A team that cannot be counted does not keep the others from it.
 *
 * @throws the first error, once all teams had their turn
 */
export async function keepUsage(em: EntityManager): Promise<number> {
  const today = midnightOf(await readClock(em));
  const teams = await queries(em).selectFrom("Team").select("id").orderBy("id").execute();
  let counted = 0;
  const failures: unknown[] = [];
  for (const { id } of teams) {
    await keepUsageOf(em, id, today).then(
      (days) => {
        counted += days;
      },
      (error) => failures.push(error),
    );
  }
  if (failures.length > 0) throw failures[0];
  return counted;
}

/** Counts from the newest day that is counted already, but at least the last four closed days, and at most all. */
function keepUsageOf(em: EntityManager, teamId: string, today: Timestamp): Promise<number> {
  const [oldest, recounted] = [plusDays(today, -keptDays), plusDays(today, -recountedDays)];
  return transactOfTeam(ormOf(em), teamId, async (tx) => {
    // The first count of a large team takes longer than a statement may.
    await liftTimeLimits(tx);
    await queries(tx).deleteFrom("UsageDay").where("teamId", "=", teamId).where("day", "<", oldest).execute();
    const last = await queries(tx)
      .selectFrom("UsageDay")
      .select("day")
      .where("teamId", "=", teamId)
      .orderBy("day", "desc")
      .limit(1)
      .executeTakeFirst();
    const from = [last?.day ?? oldest, recounted].toSorted()[0]!;
    const counts = await countUsage(tx, teamId, { from, until: today });
    await storeCounts(tx, teamId, counts);
    return counts.length;
  });
}

/**
 * Stores counts in place of those from before. Only the number of failed texts goes down, because a text can arrive after it
 * was given up: passcodes are deleted after a day, and texts when somebody asks for it.
 */
async function storeCounts(tx: EntityManager, teamId: string, counts: DayCounts[]): Promise<void> {
  const counted = rows("c", counts, {
    day: "timestamptz",
    testMode: "boolean",
    received: "int",
    sent: "int",
    delivered: "int",
    failed: "int",
    segments: "int",
    passcodes: "int",
  });
  await sql`
    insert into usage_day as u (team_id, day, test_mode, received, sent, delivered, failed, segments, passcodes)
    select ${teamId}::uuid, c.* from ${counted}
    on conflict (team_id, day, test_mode) do update set received = greatest(u.received, excluded.received),
      sent = greatest(u.sent, excluded.sent), delivered = greatest(u.delivered, excluded.delivered),
      failed = excluded.failed, segments = greatest(u.segments, excluded.segments),
      passcodes = greatest(u.passcodes, excluded.passcodes)
  `.execute(queries(tx));
}
