import { sql } from "kysely";
import { type EntityManager, queries } from "../db/orm.ts";

/** How many jobs of a queue are in each state. */
export interface QueueDepth {
  queue: string;
  /** Could be begun now. */
  waiting: number;
  /** Will be begun at a later time: scheduled ones, and those that failed and are tried again. */
  scheduled: number;
  active: number;
  /** Were tried as often as their queue allows, and are not tried again. */
  failed: number;
}

/**
 * Reads how much every queue holds. What waits is counted now, so that it is true when no worker is there; what is
 * active or failed is as the workers counted it last, within a minute, because counting it reads whole tables.
 */
export async function readQueueDepths(em: EntityManager): Promise<QueueDepth[]> {
  const { rows } = await sql<QueueDepth>`
    select q.name as queue, q.active_count as active, q.failed_count as failed,
      (count(j.id) filter (where j.start_after <= now()))::int as waiting,
      (count(j.id) filter (where j.start_after > now()))::int as scheduled
    from pgboss.queue q
      left join pgboss.job j on j.name = q.name and j.state < 'active' and not j.blocked
    group by q.name, q.active_count, q.failed_count
    order by q.name
  `.execute(queries(em));
  return rows;
}
