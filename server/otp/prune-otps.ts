import { sql } from "kysely";
import { type EntityManager, queries } from "../db/orm.ts";
import type { Timestamp } from "../db/timestamp.ts";

const stepSize = 5_000;

/** Deletes the passcodes made before a moment, some thousands at a time; answers how many. */
export async function pruneOtps(em: EntityManager, before: Timestamp): Promise<number> {
  for (let pruned = 0; ; ) {
    const { numAffectedRows = 0n } = await sql`
      delete from otp o using (
        select team_id, id from otp where created_at < ${before}::timestamptz
        order by created_at limit ${stepSize} for update skip locked
      ) old
      where o.team_id = old.team_id and o.id = old.id
    `.execute(queries(em));
    pruned += Number(numAffectedRows);
    if (numAffectedRows < stepSize) return pruned;
  }
}
