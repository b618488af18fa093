import type { DatabaseAddress } from "../db/orm.ts";
import { readApart } from "../db/read-apart.ts";

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
 *
 * @throws when the database has not counted in time
 */
export function readQueueDepths(address: DatabaseAddress, limit: { milliseconds: number }): Promise<QueueDepth[]> {
  return readApart<QueueDepth>(
    address,
    `
    select q.name as queue, q.active_count as active, q.failed_count as failed,
      (count(j.id) filter (where j.start_after <= now()))::int as waiting,
      (count(j.id) filter (where j.start_after > now()))::int as scheduled
    from pgboss.queue q
      left join pgboss.job j on j.name = q.name and j.state < 'active' and not j.blocked
    group by q.name, q.active_count, q.failed_count
    order by q.name
  `,
    limit,
  );
}
