import { sql } from "kysely";
import { byTeam } from "../db/by-team.ts";
import { type EntityManager, queries } from "../db/orm.ts";
import type { Timestamp } from "../db/timestamp.ts";

const stepSize = 1_000;

/**
 * Forgets the deliveries that were made before a moment, with their attempts, some at a time, and the secrets that sign
 * no more. Answers how many deliveries there were.
 */
export async function pruneWebhooks(em: EntityManager, before: Timestamp, now: Timestamp): Promise<number> {
  await sql`delete from webhook_secret where expires_at <= ${now}::timestamptz`.execute(queries(em));
  for (let pruned = 0; ; ) {
    const { rows: old } = await sql<{ team_id: string; id: string }>`
      select team_id, id from webhook_delivery where created_at < ${before}::timestamptz
      order by created_at limit ${stepSize}
    `.execute(queries(em));
    let step = 0;
    for (const [teamId, own] of byTeam(old, ({ team_id }) => team_id)) {
      const { rows } = await sql`
        with old as (
          select id from webhook_delivery where team_id = ${teamId} and id = any (${own.map(({ id }) => id)}::uuid[])
          order by id for update skip locked
        ), attempts as (
          delete from webhook_attempt a using old where a.team_id = ${teamId} and a.delivery_id = old.id
        )
        delete from webhook_delivery d using old where d.team_id = ${teamId} and d.id = old.id
        returning 1
      `.execute(queries(em));
      step += rows.length;
    }
    pruned += step;
    if (old.length < stepSize || step === 0) return pruned;
  }
}
