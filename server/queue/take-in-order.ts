/**
 * Takes the jobs of a queue in their order, in one process at a time.
 *
 * Promises: the effect of a batch of jobs and their end commit together, so a killed process repeats nothing. Its jobs
 * are free again at once. Jobs start in the order in which they were enqueued, however many processes work on the queue.
 * A failed job is retried later, in the order of its retry. A job that is returned to the queue has not failed.
 * Costs: other processes wait while a batch runs, so a second process adds no throughput to a queue.
 */
import { sql } from "kysely";
import { type EntityManager, type Orm, queries } from "../db/orm.ts";
import { bossOn, statementsOf } from "./boss.ts";
import type { JobData, WorkQueue } from "./queues.ts";
import { returnToQueue, type WaitingJob } from "./return-to-queue.ts";

/** A job that was taken. */
export interface TakenJob<Data> {
  id: string;
  retryCount: number;
  data: Data;
}

/** How many jobs a batch has at most. A job may have many callbacks. */
const jobsPerBatch = 16;

/** What became of a batch of jobs. The others are done. */
export interface BatchResult<Data> {
  /** The error of each job that failed. */
  failed: Map<TakenJob<Data>, unknown>;
  /** The jobs that are taken again later. None of them has failed. */
  waiting?: WaitingJob[];
}

/** Does a batch of jobs inside `tx`, and undoes the effect of a job that failed itself. */
export type BatchHandler<Data> = (tx: EntityManager, jobs: TakenJob<Data>[]) => Promise<BatchResult<Data>>;

export interface TakeInOrderOptions {
  /** Whether jobs are taken before their time. */
  early?: boolean;
}

/**
 * Takes the first jobs of a queue, runs `handle` and ends the jobs, all in one transaction. Returns the number of jobs,
 * which is 0 while another process has a batch of the queue.
 *
 * @throws the error of `handle`, after which the jobs wait as before
 */
export type TakeInOrder<Data> = (handle: BatchHandler<Data>, options?: TakeInOrderOptions) => Promise<number>;

export function createOrderedTaker<Name extends WorkQueue>(orm: Orm, queue: Name): TakeInOrder<JobData[Name]> {
  const boss = bossOn(orm.em.fork());
  return (handle, { early = false } = {}) =>
    orm.em.fork().transactional(async (tx) => {
      if (!(await tryLock(tx, queue))) return 0;
      const db = statementsOf(tx);
      const jobs = await boss.fetch<JobData[Name]>(queue, { batchSize: jobsPerBatch, ignoreStartAfter: early, db });
      if (jobs.length === 0) return 0;
      const { failed, waiting = [] } = await handle(tx, jobs);
      const waitingIds = new Set(waiting.map(({ id }) => id));
      const done = jobs.filter((job) => !failed.has(job) && !waitingIds.has(job.id));
      await returnToQueue(tx, queue, waiting);
      if (done.length > 0) await boss.complete(queue, done, {}, { db });
      for (const [job, error] of failed) await boss.fail(queue, [job], { message: messageOf(error) }, { db });
      return jobs.length;
    });
}

/** Takes the lock of a queue until the transaction ends, unless another transaction has it. */
async function tryLock(tx: EntityManager, queue: WorkQueue): Promise<boolean> {
  const { rows } = await sql<{ is_free: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`queue\n${queue}`}, 0)) as is_free
  `.execute(queries(tx));
  return rows[0]!.is_free;
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
