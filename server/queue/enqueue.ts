import { fromKysely, PgBoss } from "pg-boss";
import type { EntityManager, Orm } from "../db/orm.ts";
import { queueSchema } from "./queue.ts";
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

/** Makes jobs on a database; needs no connection of its own, and nothing to be started or stopped. */
export function createEnqueue(orm: Orm): Enqueue {
  const db = { executeSql: (text: string, values?: unknown[]) => statementsOf(orm.em.fork()).executeSql(text, values) };
  const boss = new PgBoss({ db, schema: queueSchema, supervise: false, schedule: false, migrate: false });
  return async (tx, queue, jobs) => {
    if (jobs.length === 0) return;
    const rows = jobs.map(({ id, data, delaySeconds = 0 }) => ({ id, data, startAfter: delaySeconds }));
    await boss.insert(queue, rows, { db: statementsOf(tx) });
  };
}

const statementsOf = (em: EntityManager) => fromKysely(em.getKysely() as unknown as Parameters<typeof fromKysely>[0]);
