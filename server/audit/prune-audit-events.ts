import { sql } from "kysely";
import { readAllTeams } from "../db/commit/of-teams.ts";
import { type EntityManager, queries } from "../db/orm.ts";
import { rows } from "../db/sql/rows.ts";
import { fromPostgres, type Timestamp } from "../db/timestamp.ts";
import { pruneByTeam } from "../housekeeping/prune.ts";

interface ExpiredRow {
  team_id: string;
  at: string;
  id: string;
}

/** Deletes the audit events older than a timestamp, and returns their number. */
export function pruneAuditEvents(em: EntityManager, before: Timestamp): Promise<number> {
  return pruneByTeam<ExpiredRow>(5_000, {
    find(limit) {
      const expired = sql<ExpiredRow>`select team_id, at, id from audit_event where at < ${before}::timestamptz`;
      return readAllTeams(em, expired, { by: "at", limit });
    },
    async remove(teamId, expired) {
      const keys = expired.map(({ at, id }) => ({ at: fromPostgres(at), id }));
      const { numAffectedRows } = await sql`
        delete from audit_event e using ${rows("a", keys, { at: "timestamptz", id: "uuid" })}
        where e.team_id = ${teamId} and e.at = a.at and e.id = a.id
      `.execute(queries(em));
      return Number(numAffectedRows);
    },
  });
}
