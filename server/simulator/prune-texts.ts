import { sql } from "kysely";
import { readAllTeams } from "../db/commit/of-teams.ts";
import { type EntityManager, queries } from "../db/orm.ts";
import type { Timestamp } from "../db/timestamp.ts";
import { pruneByTeam } from "../housekeeping/prune.ts";

/** How many texts on handsets a team keeps. */
const maxTexts = 1_000;

/** Deletes the texts on handsets that are older than a timestamp or beyond the newest 1,000 of a team. Returns their number. */
export function pruneTexts(em: EntityManager, before: Timestamp): Promise<number> {
  return pruneByTeam(5_000, {
    find(limit) {
      const expired = sql<{ team_id: string; id: string }>`
        select team_id, id, created_at from (
          select team_id, id, created_at, row_number() over (partition by team_id order by created_at desc) as position
          from simulated_text
        ) as ranked where position > ${maxTexts}::int or created_at < ${before}::timestamptz
      `;
      return readAllTeams(em, expired, { by: "created_at", limit });
    },
    async remove(teamId, expired) {
      const ids = expired.map(({ id }) => id);
      const { numAffectedRows } = await sql`
        delete from simulated_text where team_id = ${teamId} and id = any (${ids}::uuid[])
      `.execute(queries(em));
      return Number(numAffectedRows);
    },
  });
}
