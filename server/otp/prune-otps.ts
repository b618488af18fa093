import { sql } from "kysely";
import { readAllTeams } from "../db/commit/of-teams.ts";
import { type EntityManager, queries } from "../db/orm.ts";
import type { Timestamp } from "../db/timestamp.ts";
import { openRowsBefore, pruneByTeam } from "../housekeeping/prune.ts";

/**
 * Deletes the passcodes older than a timestamp, and returns their number. A passcode whose send has no outcome yet stays;
 * see `openRowsBefore`.
 */
export function pruneOtps(em: EntityManager, before: Timestamp): Promise<number> {
  const isOver = sql`
    (delivery_status not in ('queued', 'sending') or created_at < ${openRowsBefore(before)}::timestamptz)`;
  return pruneByTeam(5_000, {
    find(limit) {
      const expired = sql<{ team_id: string; id: string }>`
        select team_id, id, created_at from otp
        where created_at < ${before}::timestamptz and ${isOver}
      `;
      return readAllTeams(em, expired, { by: "created_at", limit });
    },
    async remove(teamId, expired) {
      const ids = expired.map(({ id }) => id);
      const { numAffectedRows } = await sql`
        delete from otp o using (
          select id from otp where team_id = ${teamId} and id = any (${ids}::uuid[]) and ${isOver}
          order by id for update skip locked
        ) old
        where o.team_id = ${teamId} and o.id = old.id
      `.execute(queries(em));
      return Number(numAffectedRows);
    },
  });
}
