import { sql } from "kysely";
import { byTeam } from "../db/by-team.ts";
import { type EntityManager, queries } from "../db/orm.ts";
import type { Timestamp } from "../db/timestamp.ts";

const stepSize = 5_000;

/**
 * Deletes the claims made before a moment, some thousands at a time; answers how many. One that a request has just now
 * stays: it is about to be claimed anew, or the next time will find it.
 */
export async function pruneClaims(em: EntityManager, before: Timestamp): Promise<number> {
  for (let pruned = 0; ; ) {
    const { rows: old } = await sql<{ team_id: string }>`
      select team_id from idempotency_key where created_at < ${before}::timestamptz order by created_at limit ${stepSize}
    `.execute(queries(em));
    let step = 0;
    for (const [teamId, own] of byTeam(old, ({ team_id }) => team_id)) {
      const { numAffectedRows } = await sql`
        delete from idempotency_key k using (
          select api_key_id, test_mode, key from idempotency_key
          where team_id = ${teamId} and created_at < ${before}::timestamptz
          order by created_at limit ${own.length} for update skip locked
        ) old
        where k.team_id = ${teamId}
          and k.api_key_id = old.api_key_id and k.test_mode = old.test_mode and k.key = old.key
      `.execute(queries(em));
      step += Number(numAffectedRows);
    }
    pruned += step;
    if (old.length < stepSize || step === 0) return pruned;
  }
}
