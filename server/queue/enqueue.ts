import type { EntityManager, Orm } from "../db/orm.ts";
import { createBoss, statementsOf } from "./boss.ts";
import type { JobData, WorkQueue } from "./queues.ts";

/** A job to be made. Of several with one id there is one. */
export interface NewJob<Data> {
  id: string;
  data: Data;
  /** How long it waits before it may be begun. */
  delaySeconds?: number;
}

/** Makes jobs inside the caller's transaction: they are there if it commits, and workers then hear of them at once. */
export type Enqueue = <Name extends WorkQueue>(
  tx: EntityManager,
  queue: Name,
  jobs: NewJob<JobData[Name]>[],
) => Promise<void>;

/** Makes jobs on a database. */
export function createEnqueue(orm: Orm): Enqueue {
  const boss = createBoss(orm);
  return async (tx, queue, jobs) => {
    if (jobs.length === 0) return;
    const rows = jobs.map(({ id, data, delaySeconds = 0 }) => ({ id, data, startAfter: delaySeconds }));
    await boss.insert(queue, rows, { db: statementsOf(tx) });
  };
}
