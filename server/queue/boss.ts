import { fromKysely, PgBoss } from "pg-boss";
import type { EntityManager, Orm } from "../db/orm.ts";

/** Where the queue's tables are. */
export const queueSchema = "pgboss";

/**
 * The queue's library over the connections that the service has, for single statements: it needs none of its own, works
 * on nothing by itself, and is neither started nor stopped.
 */
export function createBoss(orm: Orm): PgBoss {
  const db = { executeSql: (text: string, values?: unknown[]) => statementsOf(orm.em.fork()).executeSql(text, values) };
  return new PgBoss({ db, schema: queueSchema, supervise: false, schedule: false, migrate: false });
}

/** Has the library's statements run inside `em`'s transaction, if it has one. */
export const statementsOf = (em: EntityManager) =>
  fromKysely(em.getKysely() as unknown as Parameters<typeof fromKysely>[0]);
