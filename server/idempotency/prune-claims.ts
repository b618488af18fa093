import { sql } from "kysely";
import { type EntityManager, queries } from "../db/orm.ts";
import { pruneByTeam } from "../db/prune-by-team.ts";
import type { Timestamp } from "../db/timestamp.ts";

/**
 * Deletes the claims made before a moment, some thousands at a time; answers how many. One that a request has just now
 * stays: it is about to be claimed anew, or the next time will find it.
 */
export function pruneClaims(em: EntityManager, before: Timestamp): Promise<number> {
  return pruneByTeam(5_000, {
    async find(limit) {
      const { rows } = await sql<{ team_id: string }>`
        select team_id from idempotency_key where created_at < ${before}::timestamptz order by created_at limit ${limit}
      `.execute(queries(em));
      return rows;
    },
    async remove(teamId, own) {
      const { numAffectedRows } = await sql`
        delete from idempotency_key k using (
          select api_key_id, test_mode, key from idempotency_key
          where team_id = ${teamId} and created_at < ${before}::timestamptz
          order by created_at limit ${own.length} for update skip locked
        ) old
        where k.team_id = ${teamId}
          and k.api_key_id = old.api_key_id and k.test_mode = old.test_mode and k.key = old.key
      `.execute(queries(em));
      return Number(numAffectedRows);
    },
  });
}
