import { sql } from "kysely";
import { readAllTeams } from "../../db/commit/of-teams.ts";
import { type EntityManager, queries } from "../../db/orm.ts";
import { rows } from "../../db/sql/rows.ts";
import type { Timestamp } from "../../db/timestamp.ts";
import { openRowsBefore, pruneByTeam } from "../../housekeeping/prune.ts";
import { pruneApprovals } from "../approvals/prune-approvals.ts";

/** Deletes the texts that were canceled before a timestamp, and returns their number. Old campaigns and approvals go, too. */
export async function prunePending(em: EntityManager, before: Timestamp): Promise<number> {
  await pruneCampaigns(em, openRowsBefore(before));
  await pruneApprovals(em, before);
  return pruneByTeam(5_000, {
    find(limit) {
      const expired = sql<{ team_id: string; id: string }>`
        select team_id, id, updated_at from pending_message
        where status = 'canceled' and updated_at < ${before}::timestamptz
      `;
      return readAllTeams(em, expired, { by: "updated_at", limit });
    },
    async remove(teamId, expired) {
      const ids = expired.map(({ id }) => id);
      const { numAffectedRows } = await sql`
        delete from pending_message where team_id = ${teamId} and id = any (${ids}::uuid[]) and status = 'canceled'
      `.execute(queries(em));
      return Number(numAffectedRows);
    },
  });
}

/** A campaign is kept for longer than a text can wait, so that it has no text left. */
const pruneCampaigns = (em: EntityManager, before: Timestamp): Promise<number> =>
  pruneByTeam(5_000, {
    find(limit) {
      const old = sql<{ team_id: string; test_mode: boolean; name: string }>`
        select team_id, test_mode, name, updated_at from campaign where updated_at < ${before}::timestamptz
      `;
      return readAllTeams(em, old, { by: "updated_at", limit });
    },
    async remove(teamId, old) {
      const { numAffectedRows } = await sql`
        delete from campaign c using ${rows("a", old, { test_mode: "boolean", name: "text" })}
        where c.team_id = ${teamId} and c.test_mode = a.test_mode and c.name = a.name
          and c.updated_at < ${before}::timestamptz
      `.execute(queries(em));
      return Number(numAffectedRows);
    },
  });
