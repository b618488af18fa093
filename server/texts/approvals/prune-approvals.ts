import { sql } from "kysely";
import { readAllTeams } from "../../db/commit/of-teams.ts";
import { type EntityManager, queries } from "../../db/orm.ts";
import type { Timestamp } from "../../db/timestamp.ts";
import { pruneByTeam } from "../../housekeeping/prune.ts";

/** Deletes the approvals that were decided about before a timestamp, and returns their number. */
export const pruneApprovals = (em: EntityManager, before: Timestamp): Promise<number> =>
  pruneByTeam(5_000, {
    find(limit) {
      const old = sql<{ team_id: string; id: string }>`
        select team_id, id, decided_at from approval where status <> 'held' and decided_at < ${before}::timestamptz
      `;
      return readAllTeams(em, old, { by: "decided_at", limit });
    },
    async remove(teamId, old) {
      const ids = old.map(({ id }) => id);
      const { numAffectedRows } = await sql`
        delete from approval where team_id = ${teamId} and id = any (${ids}::uuid[]) and status <> 'held'
      `.execute(queries(em));
      return Number(numAffectedRows);
    },
  });
