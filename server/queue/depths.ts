import type { DatabaseAddress } from "../db/orm.ts";
import { readApart } from "../db/sql/read-apart.ts";

/** How many jobs of a queue are in each state. */
export interface QueueDepth {
  queue: string;
  /** Jobs that can start now. */
  waiting: number;
  /** Jobs that start at a later time: scheduled jobs, and failed jobs that will be retried. */
  scheduled: number;
  active: number;
  /** Jobs that failed at their last retry. */
  failed: number;
}

/**
 * Reads the number of jobs in each state, for every queue. Waiting jobs are counted now, so the number is right without
 * a worker. The numbers of active and failed jobs are up to a minute old: the workers count them, because that reads
 * whole tables. Deliveries to webhooks are no jobs, and are counted as those of the queue `webhooks.deliver`.
 *
 * @throws if the database does not answer within the time limit
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
    where q.name <> 'webhooks.deliver'
    group by q.name, q.active_count, q.failed_count
    union all
    select 'webhooks.deliver', 0, 0, (count(*) filter (where next_attempt_at <= now()))::int,
      (count(*) filter (where next_attempt_at > now()))::int
    from webhook_delivery where status = 'pending'
    order by queue
  `,
    limit,
  );
}
