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
  /** Of the jobs of a group only some are worked on at a time. */
  group?: string;
}

/** Makes jobs inside the caller's transaction: they are there if it commits, and workers then hear of them at once. */
export type Enqueue = <Name extends WorkQueue>(
  tx: EntityManager,
  queue: Name,
  jobs: NewJob<JobData[Name]>[],
) => Promise<void>;

/** Makes jobs on a database; needs no connection of its own, and nothing to be started or stopped. */
export function createEnqueue(orm: Orm): Enqueue {
  const boss = openBoss(orm);
  return async (tx, queue, jobs) => {
    if (jobs.length === 0) return;
    const rows = jobs.map(({ id, data, delaySeconds = 0, group }) => ({
      ...{ id, data, startAfter: delaySeconds },
      ...(group !== undefined && { group: { id: group } }),
    }));
    await boss.insert(queue, rows, { db: statementsOf(tx) });
  };
}

/** The queue over the ORM's own connections. */
export function openBoss(orm: Orm): PgBoss {
  const db = { executeSql: (text: string, values?: unknown[]) => statementsOf(orm.em.fork()).executeSql(text, values) };
  return new PgBoss({ db, schema: queueSchema, supervise: false, schedule: false, migrate: false });
}

/** Lets the queue's statements run inside `em`'s transaction, if it has one. */
export const statementsOf = (em: EntityManager) =>
  fromKysely(em.getKysely() as unknown as Parameters<typeof fromKysely>[0]);
