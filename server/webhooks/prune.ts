import { sql } from "kysely";
import { type EntityManager, queries } from "../db/orm.ts";
import { pruneByTeam } from "../db/prune-by-team.ts";
import type { Timestamp } from "../db/timestamp.ts";

/**
 * Deletes, in batches, the deliveries that were created before a timestamp, with their attempts. Also deletes expired
 * signing secrets. Returns the number of deliveries.
 */
export async function pruneWebhooks(em: EntityManager, before: Timestamp, now: Timestamp): Promise<number> {
  await sql`delete from webhook_secret where expires_at <= ${now}::timestamptz`.execute(queries(em));
  return pruneByTeam(1_000, {
    async find(limit) {
      const { rows } = await sql<{ team_id: string; id: string }>`
        select team_id, id from webhook_delivery where created_at < ${before}::timestamptz
        order by created_at limit ${limit}
      `.execute(queries(em));
      return rows;
    },
    async remove(teamId, deliveries) {
      const { rows } = await sql`
        with old as (
          select id from webhook_delivery where team_id = ${teamId} and id = any (${deliveries.map(({ id }) => id)}::uuid[])
          order by id for update skip locked
        ), attempts as (
          delete from webhook_attempt a using old where a.team_id = ${teamId} and a.delivery_id = old.id
        )
        delete from webhook_delivery d using old where d.team_id = ${teamId} and d.id = old.id
        returning 1
      `.execute(queries(em));
      return rows.length;
    },
  });
}
