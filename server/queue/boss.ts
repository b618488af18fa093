import { fromKysely, PgBoss } from "pg-boss";
import type { EntityManager } from "../db/orm.ts";

/** Where the queue's tables are. */
export const queueSchema = "pgboss";

/** The queue over the ORM's connections: inside `em`'s transaction, if it has one. It need not be started or stopped. */
export function bossOn(em: EntityManager): PgBoss {
  return new PgBoss({ db: statementsOf(em), schema: queueSchema, supervise: false, schedule: false, migrate: false });
}

/** Lets the queue's statements run inside `em`'s transaction, if it has one. */
export const statementsOf = (em: EntityManager) =>
  fromKysely(em.getKysely() as unknown as Parameters<typeof fromKysely>[0]);
