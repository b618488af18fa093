import { compiledQuery } from "../db/driver/execution.ts";
import type { EntityManager } from "../db/orm.ts";
import { bossOn } from "./boss.ts";
import type { JobData, WorkQueue } from "./queues.ts";

/** A job to insert. Jobs with the same id are inserted once. */
export interface NewJob<Data> {
  id: string;
  data: Data;
  /** The delay before the job may start. */
  delaySeconds?: number;
}

/**
 * Inserts jobs inside the caller's transaction. Workers are notified when it commits. The insert returns
 * without a result, which the caller does not need.
 */
export async function enqueue<Name extends WorkQueue>(
  tx: EntityManager,
  queue: Name,
  jobs: NewJob<JobData[Name]>[],
): Promise<void> {
  if (jobs.length === 0) return;
  const rows = jobs.map(({ id, data, delaySeconds = 0 }) => ({ id, data, startAfter: delaySeconds }));
  const db = insertsOfJobs(tx);
  const boss = bosses.get(queue) ?? bossOn(tx);
  await boss.insert(queue, rows, { db });
  bosses.set(queue, boss);
}

/**
 * The boss of each queue, once it has read the queue's options. The first insert reads them in its own transaction. On
 * another connection, the read could deadlock with transactions like this one that use the whole pool.
 */
const bosses = new Map<WorkQueue, ReturnType<typeof bossOn>>();

/** Runs the inserts of jobs without their results; see `withoutResult`. Each queue has a text of its own. */
const insertsOfJobs = (tx: EntityManager) => ({
  async executeSql(text: string, values?: unknown[]) {
    await tx.getKysely().executeQuery(compiledQuery(text, "withoutResult", values));
    return { rows: [] };
  },
});
