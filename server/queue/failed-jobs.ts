import { sql } from "kysely";
import { type EntityManager, queries } from "../db/orm.ts";
import { fromPostgres, type Timestamp } from "../db/timestamp.ts";
import { bossOn } from "./boss.ts";

/** A job that failed at its last retry, and waits for an operator. */
export interface FailedJob {
  id: string;
  /** The queue in which the job failed. */
  queue: string;
  data: unknown;
  /** The message of its last error. */
  error: string | null;
  failedAt: Timestamp;
}

/** Lists the failed jobs, the newest first. */
export async function listFailedJobs(em: EntityManager, limit: number): Promise<FailedJob[]> {
  const { rows } = await sql<{ id: string; queue: string; data: unknown; error: string | null; failed_at: string }>`
    select id, source_name as queue, data, source_output->>'message' as error, created_on as failed_at
    from pgboss.job where name = 'jobs.failed' and state < 'active'
    order by created_on desc, id limit ${limit}
  `.execute(queries(em));
  return rows.map(({ failed_at, ...row }) => ({ ...row, failedAt: fromPostgres(failed_at) }));
}

/** Moves failed jobs back to their queues as new jobs, by their ids or all. Returns their number. */
export async function retryFailedJobs(em: EntityManager, ids: string[] | undefined): Promise<number> {
  const boss = bossOn(em);
  let retried = 0;
  for (;;) {
    const moved = await boss.redrive("jobs.failed", { ...(ids && { ids }) });
    retried += moved;
    if (ids || moved === 0) return retried;
  }
}
