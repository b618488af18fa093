import { CompiledQuery } from "kysely";
import type { EntityManager } from "../db/orm.ts";
import { markPrepared } from "../db/prepared.ts";
import { untilCommit } from "../db/transaction.ts";
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

/**
 * Makes jobs inside the caller's transaction: they are there if it commits, and workers then hear of them. Nobody needs
 * to know more, so their insert is left to the commit.
 */
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
  const db = insertsOf(tx);
  const boss = bosses.get(queue) ?? bossOn(tx);
  await boss.insert(queue, rows, { db });
  bosses.set(queue, boss);
};

/**
 * Those that know their queue. The first insert reads about it inside its own transaction: elsewhere, transactions that
 * have all connections would wait for another one for ever.
 */
const bosses = new Map<WorkQueue, ReturnType<typeof bossOn>>();

/** Runs the queue's inserts as prepared statements: there is one for each queue. */
const insertsOf = (tx: EntityManager) => ({
  async executeSql(text: string, values?: unknown[]) {
    await untilCommit(tx, tx.getKysely().executeQuery(CompiledQuery.raw(markPrepared(text), values)));
    return { rows: [] };
  },
});
