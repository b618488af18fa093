import { sql } from "kysely";
import { readClock } from "../db/clock.ts";
import { emOfTeam, readAllTeams } from "../db/commit/of-teams.ts";
import { type EntityManager, type Orm, prepared } from "../db/orm.ts";
import { plusMicroseconds } from "../db/timestamp.ts";

/** A file whose next attempt is due. */
export interface DueFile {
  teamId: string;
  id: string;
}

/** An attempt that this process may make. */
export interface ClaimedFile extends DueFile {
  messageId: string;
  sourceUrl: string;
  /** The number of the attempt, from 1. */
  attempt: number;
}

/** The files whose next attempt is due, the oldest first, without those of some teams. */
export async function findDue(em: EntityManager, limit: number, exceptTeams: string[]): Promise<DueFile[]> {
  const due = sql<{ team_id: string; id: string }>`
    select team_id, id, next_attempt_at from media
    where state = 'pending' and next_attempt_at <= now() and team_id <> all (${exceptTeams}::uuid[])
  `;
  const rows = await readAllTeams(em, due, { by: "next_attempt_at", limit });
  return rows.map(({ team_id: teamId, id }) => ({ teamId, id }));
}

/** After this time, an attempt counts as lost with its process. It is more than a fetch and the storing take. */
const attemptSeconds = 90;

/**
 * Takes an attempt, so that no other process makes it. The attempt counts at once: a file that ends the process is not
 * fetched forever. Undefined if another process has taken it.
 */
export async function claimFile(orm: Orm, { teamId, id }: DueFile): Promise<ClaimedFile | undefined> {
  const em = emOfTeam(orm, teamId);
  const now = await readClock(em);
  const { rows } = await sql<{ message_id: string; source_url: string; attempt: number }>`
    update media set attempt_count = attempt_count + 1,
      next_attempt_at = ${plusMicroseconds(now, attemptSeconds * 1_000_000)}::timestamptz
    where team_id = ${teamId}::uuid and id = ${id}::uuid and state = 'pending' and next_attempt_at <= ${now}::timestamptz
    returning message_id, source_url, attempt_count as attempt
  `.execute(prepared(em));
  const [row] = rows;
  return row && { teamId, id, messageId: row.message_id, sourceUrl: row.source_url, attempt: row.attempt };
}
