import { sql } from "kysely";
import { type EntityManager, queries } from "../db/orm.ts";
import { pruneByTeam } from "../db/prune-by-team.ts";
import type { Timestamp } from "../db/timestamp.ts";

/** Deletes the passcodes made before a moment, some thousands at a time; answers how many. */
export function pruneOtps(em: EntityManager, before: Timestamp): Promise<number> {
  return pruneByTeam(5_000, {
    async find(limit) {
      const { rows } = await sql<{ team_id: string; id: string }>`
        select team_id, id from otp where created_at < ${before}::timestamptz order by created_at limit ${limit}
      `.execute(queries(em));
      return rows;
    },
    async remove(teamId, own) {
      const { numAffectedRows } = await sql`
        delete from otp o using (
          select id from otp where team_id = ${teamId} and id = any (${own.map(({ id }) => id)}::uuid[])
          order by id for update skip locked
        ) old
        where o.team_id = ${teamId} and o.id = old.id
      `.execute(queries(em));
      return Number(numAffectedRows);
    },
  });
}
