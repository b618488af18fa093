import { sql } from "kysely";
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
    const { rows } = await sql`
      with old as (
        select team_id, id from webhook_delivery where created_at < ${before}::timestamptz
        order by created_at limit ${stepSize} for update skip locked
      ), attempts as (
        delete from webhook_attempt a using old where a.team_id = old.team_id and a.delivery_id = old.id
      )
      delete from webhook_delivery d using old where d.team_id = old.team_id and d.id = old.id
      returning 1
    `.execute(queries(em));
    pruned += rows.length;
    if (rows.length < stepSize) return pruned;
  }
}
