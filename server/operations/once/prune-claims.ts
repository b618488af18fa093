import { sql } from "kysely";
import { readAllTeams } from "../../db/commit/of-teams.ts";
import { type EntityManager, queries } from "../../db/orm.ts";
import type { Timestamp } from "../../db/timestamp.ts";
import { pruneByTeam } from "../../housekeeping/prune.ts";

/**
 * Deletes the claims older than a timestamp, and returns their number. A claim that a request has locked stays: the
 * request claims it again, or the next run finds it.
 */
export function pruneClaims(em: EntityManager, before: Timestamp): Promise<number> {
  return pruneByTeam(5_000, {
    find(limit) {
      const expired = sql<{ team_id: string }>`
        select team_id, created_at from idempotency_key where created_at < ${before}::timestamptz
      `;
      return readAllTeams(em, expired, { by: "created_at", limit });
    },
    async remove(teamId, expired) {
      const { numAffectedRows } = await sql`
        delete from idempotency_key k using (
          select api_key_id, test_mode, key from idempotency_key
          where team_id = ${teamId} and created_at < ${before}::timestamptz
          order by created_at limit ${expired.length} for update skip locked
        ) old
        where k.team_id = ${teamId}
          and k.api_key_id = old.api_key_id and k.test_mode = old.test_mode and k.key = old.key
      `.execute(queries(em));
      return Number(numAffectedRows);
    },
  });
}
