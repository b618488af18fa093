/** SQL for the seconds since a time; 0 if there is none, or if it is in the future. */
const ageOf = (time: string) => `greatest(coalesce(extract(epoch from now() - ${time}), 0), 0)::float8`;

/** How many jobs of a queue are in each state, and how long the first of them waits. */
export interface QueueDepth {
  queue: string;
  /** Jobs that can start now. */
  waiting: number;
  /** Jobs that start at a later time: scheduled jobs, and failed jobs that will be retried. */
  scheduled: number;
  active: number;
  /** Jobs that failed at their last retry. */
  failed: number;
  /** The time since the oldest waiting job could start; 0 if none waits, null if its jobs wait for an operator. */
  oldestSeconds: number | null;
}

/**
 * SQL for the depths of every queue. Waiting jobs are counted now, so the number is right without a worker. The numbers of
 * active and failed jobs are up to a minute old: the workers count them, because that reads whole tables. Deliveries to
 * webhooks and texts with a time are no jobs, and are counted as those of `webhooks.deliver` and `texts.scheduled`. A text in the
 * line of its number waits by intention, so it counts without its time.
 */
export const queueDepths = `
  select q.name as queue, q.active_count as active, q.failed_count as failed,
    (count(j.id) filter (where j.start_after <= now()))::int as waiting,
    (count(j.id) filter (where j.start_after > now()))::int as scheduled,
    case when q.name <> 'jobs.failed' then ${ageOf("min(j.start_after)")} end as "oldestSeconds"
  from pgboss.queue q
    left join pgboss.job j on j.name = q.name and j.state < 'active' and not j.blocked
  where q.name <> 'webhooks.deliver'
  group by q.name, q.active_count, q.failed_count
  union all
  select 'webhooks.deliver', 0, 0, (count(*) filter (where next_attempt_at <= now()))::int,
    (count(*) filter (where next_attempt_at > now()))::int, ${ageOf("min(next_attempt_at)")}
  from webhook_delivery where status = 'pending'
  union all
  select 'texts.scheduled', 0, 0, (count(*) filter (where send_at <= now()))::int,
    (count(*) filter (where send_at > now()))::int, ${ageOf("min(send_at) filter (where line_number_id is null)")}
  from pending_message where status = 'scheduled'
  order by queue
`;
