import { sql } from "kysely";
import { type EntityManager, queries } from "../db/orm.ts";
import { rows } from "../db/rows.ts";
import type { WorkQueue } from "./queues.ts";

/** How long a job waits before it is taken again, in seconds. */
const waitSeconds = 5;

/** A job that waits, and its new data, if it changes. */
export interface WaitingJob {
  id: string;
  data?: object;
}

/**
 * Returns jobs that were taken in this transaction to their queue, because a node of the cluster is away. This is no
 * failed attempt, so they may wait for as long as jobs are kept. They keep their places in the order of the queue.
 */
export async function returnToQueue(tx: EntityManager, queue: WorkQueue, jobs: WaitingJob[]): Promise<void> {
  if (jobs.length === 0) return;
  await sql`
    update pgboss.job j set state = 'created', started_on = null, data = coalesce(a.data::jsonb, j.data),
      start_after = now() + ${waitSeconds} * interval '1 s'
    from ${rows("a", jobs, { id: "uuid", data: ["text", ({ data }: WaitingJob) => (data ? JSON.stringify(data) : null)] })}
    where j.name = ${queue} and j.id = a.id
  `.execute(queries(tx));
}
