import { type Kysely, sql } from "kysely";
import { databaseOf, deferred, type EntityManager, type Orm } from "./orm.ts";

/**
 * Runs `work` in a transaction. It costs less than the ORM's `transactional`, but `work` flushes no entities and starts
 * no nested transaction.
 *
 * @param lockTimeout the maximum wait for a lock, in milliseconds, instead of the session's
 * @param database the connections to use, instead of those of the pool
 */
export function transact<T>(
  orm: Orm,
  work: (tx: EntityManager) => Promise<T>,
  lockTimeout?: number,
  database: Kysely<unknown> = databaseOf(orm.em),
): Promise<T> {
  return database.transaction().execute(async (transaction) => {
    const tx = orm.em.fork();
    tx.setTransactionContext(transaction);
    if (lockTimeout !== undefined)
      await sql`select set_config('lock_timeout', ${String(lockTimeout)}, true)`.execute(deferred(tx));
    return work(tx);
  });
}
