import { fromKysely, PgBoss } from "pg-boss";
import type { EntityManager } from "../db/orm.ts";

/** The schema of the queue's tables. */
export const queueSchema = "pgboss";

/** Makes a queue on the ORM's connections, inside `em`'s transaction if it has one, without a start and a stop. */
export function bossOn(em: EntityManager): PgBoss {
  return new PgBoss({ db: statementsOf(em), schema: queueSchema, supervise: false, schedule: false, migrate: false });
}

/** Makes the queue's statements run inside `em`'s transaction, if it has one. */
export const statementsOf = (em: EntityManager) =>
  fromKysely(em.getKysely() as unknown as Parameters<typeof fromKysely>[0]);
