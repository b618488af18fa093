import type { EntityManager, Orm } from "../db/orm.ts";
import { bossOn, statementsOf } from "./boss.ts";
import type { JobData, WorkQueue } from "./queues.ts";

/** A job that was taken. After it expires, another worker may take it, and this one can no longer complete it. */
export interface TakenJob<Data> {
  id: string;
  /** Distinguishes this take of the job from earlier and later ones. */
  retryCount: number;
  data: Data;
  groupId?: string | null;
}

/** The limits of one take. */
export interface TakeOptions {
  atMost: number;
  /** The maximum number of active jobs of a group, in all processes together. */
  perGroup: number;
  /** Groups whose jobs are not taken. */
  exceptGroups: string[];
}

/** Takes jobs out of a queue, for work whose jobs end one by one and not as a batch. */
export interface JobTaker<Name extends WorkQueue> {
  /** Takes due jobs, the oldest first. Jobs of full groups in front can hide jobs behind them, so the result may be empty. */
  take(options: TakeOptions): Promise<TakenJob<JobData[Name]>[]>;
  /** Completes jobs in the caller's transaction. A job that another worker has taken meanwhile stays active. */
  complete(tx: EntityManager, jobs: TakenJob<JobData[Name]>[]): Promise<void>;
  /** Returns a job to the queue, to be retried after its delay. */
  giveBack(job: TakenJob<JobData[Name]>, cause: unknown): Promise<void>;
}

export function createJobTaker<Name extends WorkQueue>(orm: Orm, queue: Name): JobTaker<Name> {
  const boss = bossOn(orm.em.fork());
  return {
    take: ({ atMost, perGroup, exceptGroups }) =>
      boss.fetch(queue, { batchSize: atMost, groupConcurrency: perGroup, ignoreGroups: exceptGroups }),
    async complete(tx, jobs) {
      if (jobs.length > 0) await boss.complete(queue, jobs, {}, { db: statementsOf(tx) });
    },
    async giveBack(job, cause) {
      const { name, message } = cause as Error;
      await boss.fail(queue, [job], { name, message });
    },
  };
}
