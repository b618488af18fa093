import { sql } from "kysely";
import { emOfTeam, readAllTeams } from "../db/commit/of-teams.ts";
import { type Orm, prepared } from "../db/orm.ts";
import type { ObjectStore } from "./object-store.ts";

/** How many objects are deleted at a time. */
const batchSize = 100;

/**
 * Deletes the objects that have been marked for an hour, then their rows. An upload ends within this time, see `receive`. An object whose process ends in between is deleted again,
 * which the store accepts. Returns whether more may follow.
 */
export async function deleteObjects(orm: Orm, objects: ObjectStore): Promise<boolean> {
  const marked = sql<{ team_id: string; media_id: string }>`
    select team_id, media_id, created_at from media_deletion where created_at < now() - interval '1 hour'
  `;
  const found = await readAllTeams(orm.em.fork(), marked, { by: "created_at", limit: batchSize });
  for (const { team_id: teamId, media_id: id } of found) {
    await objects.delete({ teamId, id });
    await sql`delete from media_deletion where team_id = ${teamId}::uuid and media_id = ${id}::uuid`.execute(
      prepared(emOfTeam(orm, teamId)),
    );
  }
  return found.length === batchSize;
}
