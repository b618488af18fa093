import { sql } from "kysely";
import { type EntityManager, queries } from "../db/orm.ts";
import { plusMicroseconds, type Timestamp } from "../db/timestamp.ts";
import { pruneInSteps } from "../housekeeping/prune.ts";
import { useNoteMicroseconds } from "./feeds.ts";

/**
 * Closes the feeds without endpoints that nobody has used since a timestamp, and deletes the events that are older.
 * Returns the number of deleted events.
 */
export async function pruneEvents(em: EntityManager, before: Timestamp): Promise<number> {
  // The last use may be later than its note.
  const lastUse = plusMicroseconds(before, -useNoteMicroseconds);
  await sql`
    update event_feed f set is_open = false, recorded_since = null where is_open and used_at < ${lastUse}::timestamptz
      and not exists (select from webhook_endpoint e where e.team_id = f.team_id and e.deleted_at is null)
  `.execute(queries(em));
  const { rows: feeds } = await sql<{ team_id: string }>`select team_id from event_feed`.execute(queries(em));
  let pruned = 0;
  for (const { team_id } of feeds) pruned += await pruneEventsOfTeam(em, team_id, before);
  return pruned;
}

/** Deletes the events of a team that are older than a timestamp. Returns their number. */
export function pruneEventsOfTeam(em: EntityManager, teamId: string, before: Timestamp): Promise<number> {
  return pruneInSteps(5_000, async (limit) => {
    const { numAffectedRows } = await sql`
      delete from event where team_id = ${teamId} and sequence in (
        select sequence from event where team_id = ${teamId} and created_at < ${before}::timestamptz
        order by created_at limit ${limit}
      )
    `.execute(queries(em));
    return { found: Number(numAffectedRows), removed: Number(numAffectedRows) };
  });
}
