import type { EntityManager, Orm } from "../db/orm.ts";
import { bossOn, statementsOf } from "./boss.ts";
import type { JobData, WorkQueue } from "./queues.ts";

/** A job that was taken. It is free to be taken again when it has expired, and this one then counts no more. */
export interface TakenJob<Data> {
  id: string;
  /** Tells this taking of the job from others. */
  retryCount: number;
  data: Data;
  groupId?: string | null;
}

/** Which jobs to take. */
export interface TakeOptions {
  atMost: number;
  /** How many jobs of a group all processes may have together. */
  perGroup: number;
  /** Groups of which none is taken. */
  exceptGroups: string[];
}

/** Takes jobs out of a queue one by one, for work that ends one by one. */
export interface JobTaker<Name extends WorkQueue> {
  /** Takes jobs that are due, the oldest first; with jobs of full groups in front perhaps none, although there are more. */
  take(options: TakeOptions): Promise<TakenJob<JobData[Name]>[]>;
  /** Ends jobs that are done, in the caller's transaction. What was taken by another meanwhile is left to it. */
  complete(tx: EntityManager, jobs: TakenJob<JobData[Name]>[]): Promise<void>;
  /** Gives a job back, to be taken again after a while. */
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
