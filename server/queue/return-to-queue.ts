import { sql } from "kysely";
import { type EntityManager, queries } from "../db/orm.ts";
import { rows } from "../db/sql/rows.ts";
import type { WorkQueue } from "./queues.ts";

/** How long a job waits before it is taken again, in seconds. */
export const waitSeconds = 5;

/** A job that is taken again later, and its new data, if it changes. */
export interface WaitingJob {
  id: string;
  data?: object;
  delaySeconds: number;
}

/**
 * Returns jobs that were taken in this transaction to their queue. A return is no failed attempt, so they may wait for
 * as long as jobs are kept. They keep their places in the order of the queue.
 */
export async function returnToQueue(tx: EntityManager, queue: WorkQueue, jobs: WaitingJob[]): Promise<void> {
  if (jobs.length === 0) return;
  await sql`
    update pgboss.job j set state = 'created', started_on = null, data = coalesce(a.data::jsonb, j.data),
      start_after = now() + a.delay_seconds * interval '1 s'
    from ${rows("a", jobs, {
      id: "uuid",
      data: ["text", ({ data }: WaitingJob) => (data ? JSON.stringify(data) : null)],
      delaySeconds: "int",
    })}
    where j.name = ${queue} and j.id = a.id
  `.execute(queries(tx));
}
