import type { ConnectionProvider, Kysely } from "kysely";
import type { Pool } from "pg";
import { databaseOf, type EntityManager, type Orm } from "./orm.ts";

/**
 * Runs `work` in a transaction, at a lower cost than the ORM's `transactional`: `work` flushes no entities and starts
 * no nested transaction.
 *
 * @param lockTimeout the maximum wait for a lock, in milliseconds, instead of the session's
 * @param database the connections to use, with their own lock timeout, instead of those of the pool
 */
export function transact<T>(
  orm: Orm,
  work: (tx: EntityManager) => Promise<T>,
  lockTimeout?: number,
  database: Kysely<unknown> = lockTimeout === undefined
    ? databaseOf(orm.em)
    : databaseOf(orm.em).on(undefined, lockTimeout),
): Promise<T> {
  return database.transaction().execute(async (transaction) => {
    const tx = orm.em.fork();
    tx.setTransactionContext(transaction);
    return work(tx);
  });
}

/** Runs a batch in one transaction where the rows of its teams are. The results have the order of the items. */
export type RunBatch<Item> = <Result>(
  batch: Item[],
  run: (tx: EntityManager, items: Item[]) => Promise<Result[]>,
) => Promise<Result[]>;

/** Makes a batcher that runs its batches by `runBatch`. Its items are those that it gets, with further properties. */
export type CreateBatcher<Item, Out> = <Each extends Item>(runBatch: RunBatch<Each>) => (item: Each) => Promise<Out>;

/** The connections of batches. */
export interface BatchConnections {
  createLane(pool: Pool): ConnectionProvider;
  /** The maximum wait for a lock, in milliseconds, instead of the session's. */
  lockTimeout: number;
}
