import type { EntityManager } from "../db/orm.ts";
import { bossOn } from "./boss.ts";
import type { JobData, WorkQueue } from "./queues.ts";

/** A job to be made. Of several with one id there is one. */
export interface NewJob<Data> {
  id: string;
  data: Data;
  /** How long it waits before it may be begun. */
  delaySeconds?: number;
  /** Of the jobs of a group only some are worked on at a time. */
  group?: string;
}

/** Makes jobs inside the caller's transaction: they are there if it commits, and workers then hear of them. */
export type Enqueue = <Name extends WorkQueue>(
  tx: EntityManager,
  queue: Name,
  jobs: NewJob<JobData[Name]>[],
) => Promise<void>;

export const enqueue: Enqueue = async (tx, queue, jobs) => {
  if (jobs.length === 0) return;
  const rows = jobs.map(({ id, data, delaySeconds = 0, group }) => ({
    ...{ id, data, startAfter: delaySeconds },
    ...(group !== undefined && { group: { id: group } }),
  }));
  // Made anew, which takes microseconds, so that it reads its queue's settings in the transaction, too: with one that
  // reads them elsewhere, transactions that have all connections wait for another one for ever.
  await bossOn(tx).insert(queue, rows);
};
