import { sql } from "kysely";
import { readAllTeams } from "../../db/commit/of-teams.ts";
import { type EntityManager, queries } from "../../db/orm.ts";
import { rows } from "../../db/sql/rows.ts";
import type { Timestamp } from "../../db/timestamp.ts";
import { openRowsBefore, pruneByTeam, pruneRows } from "../../housekeeping/prune.ts";

/**
 * Deletes the texts that were canceled, and the approvals that were decided about, before a timestamp. Returns the number of
 * texts. Old campaigns go, too.
 */
export async function prunePending(em: EntityManager, before: Timestamp): Promise<number> {
  await pruneCampaigns(em, openRowsBefore(before));
  await pruneRows(em, {
    table: "approval",
    by: "decided_at",
    isExpired: sql`status <> 'held' and decided_at < ${before}::timestamptz`,
  });
  return pruneRows(em, {
    table: "pending_message",
    by: "updated_at",
    isExpired: sql`status = 'canceled' and updated_at < ${before}::timestamptz`,
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
