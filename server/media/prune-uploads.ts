import { sql } from "kysely";
import { readAllTeams, transactOfTeam } from "../db/commit/of-teams.ts";
import { type EntityManager, ormOf, prepared, withoutResult } from "../db/orm.ts";
import type { MediaStoreName } from "../db/schema/entities/media.ts";
import { rows } from "../db/sql/rows.ts";
import type { Timestamp } from "../db/timestamp.ts";
import { pruneByTeam } from "../housekeeping/prune.ts";

/** Deletes the uploaded files that no text has used by a timestamp, and returns their number. */
export function pruneUploads(em: EntityManager, before: Timestamp): Promise<number> {
  return pruneByTeam(100, {
    find(limit) {
      const unused = sql<{ team_id: string; id: string }>`
        select team_id, id, expires_at from media where expires_at < ${before}::timestamptz
      `;
      return readAllTeams(em, unused, { by: "expires_at", limit });
    },
    remove(teamId, unused) {
      const ids = unused.map(({ id }) => id);
      return transactOfTeam(ormOf(em), teamId, async (tx) => {
        const { rows: deleted } = await sql<{ id: string; store: MediaStoreName }>`
          with old as (
            select id from media where team_id = ${teamId} and id = any (${ids}::uuid[])
              and expires_at < ${before}::timestamptz order by id for update skip locked
          ), parts as (
            delete from media_part p using old where p.team_id = ${teamId} and p.media_id = old.id
          )
          delete from media m using old where m.team_id = ${teamId} and m.id = old.id returning m.id, m.store
        `.execute(prepared(tx));
        const objects = deleted.filter(({ store }) => store === "s3").map(({ id }) => ({ teamId, id, before }));
        if (objects.length > 0) {
          await sql`
            insert into media_deletion (team_id, media_id, created_at)
            select * from ${rows("a", objects, { teamId: "uuid", id: "uuid", before: "timestamptz" })}
          `.execute(withoutResult(tx));
        }
        return deleted.length;
      });
    },
  });
}
