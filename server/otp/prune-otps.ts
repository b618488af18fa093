import { sql } from "kysely";
import { byTeam } from "../db/by-team.ts";
import { type EntityManager, queries } from "../db/orm.ts";
import type { Timestamp } from "../db/timestamp.ts";

const stepSize = 5_000;

/** Deletes the passcodes made before a moment, some thousands at a time; answers how many. */
export async function pruneOtps(em: EntityManager, before: Timestamp): Promise<number> {
  for (let pruned = 0; ; ) {
    const { rows: old } = await sql<{ team_id: string; id: string }>`
      select team_id, id from otp where created_at < ${before}::timestamptz order by created_at limit ${stepSize}
    `.execute(queries(em));
    let step = 0;
    for (const [teamId, own] of byTeam(old, ({ team_id }) => team_id)) {
      const { numAffectedRows } = await sql`
        delete from otp o using (
          select id from otp where team_id = ${teamId} and id = any (${own.map(({ id }) => id)}::uuid[])
          order by id for update skip locked
        ) old
        where o.team_id = ${teamId} and o.id = old.id
      `.execute(queries(em));
      step += Number(numAffectedRows);
    }
    pruned += step;
    if (old.length < stepSize || step === 0) return pruned;
  }
}
