import { sql } from "kysely";
import { readAllTeams } from "../../db/commit/of-teams.ts";
import { type EntityManager, queries } from "../../db/orm.ts";
import type { Timestamp } from "../../db/timestamp.ts";
import { pruneByTeam } from "../../housekeeping/prune.ts";

/** Deletes the texts that were canceled before a timestamp, and returns their number. */
export function prunePending(em: EntityManager, before: Timestamp): Promise<number> {
  return pruneByTeam(5_000, {
    find(limit) {
      const expired = sql<{ team_id: string; id: string }>`
        select team_id, id, updated_at from pending_message
        where status = 'canceled' and updated_at < ${before}::timestamptz
      `;
      return readAllTeams(em, expired, { by: "updated_at", limit });
    },
    async remove(teamId, expired) {
      const ids = expired.map(({ id }) => id);
      const { numAffectedRows } = await sql`
        delete from pending_message where team_id = ${teamId} and id = any (${ids}::uuid[]) and status = 'canceled'
      `.execute(queries(em));
      return Number(numAffectedRows);
    },
  });
}
