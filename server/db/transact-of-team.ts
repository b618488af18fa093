/**
 * Transactions on the rows of teams that are together on one shard.
 *
 * Promises: on a cluster, such a transaction runs the statements of one PostgreSQL, on the tables of the shard. No other
 * node takes part in it. The shard cannot move before the transaction ends.
 * Costs: one statement, which takes the lock that a move waits for and then looks whether the shard is on the node.
 * Preconditions: all statements are about teams of that shard, and about tables that every node has.
 */
import { type ConnectionProvider, sql, type Transaction } from "kysely";
import { ormOfTeam } from "./nodes.ts";
import { databaseOf, deferred, type EntityManager, type Orm } from "./orm.ts";
import { forgetShard, isShardGone, type Shard, shardOf } from "./shard-reads.ts";
import { transact } from "./transaction.ts";

/** The node of a team, and the team's shard. Without a shard, Citus finds the rows of the team. */
export interface Place {
  orm: Orm;
  shard: Shard | undefined;
}

/** Finds where a team's rows are. On one PostgreSQL, and for an empty id, that is the ORM itself. */
export async function placeOf(orm: Orm, teamId: string): Promise<Place> {
  const node = ormOfTeam(orm, teamId);
  return { orm: node, shard: teamId ? await shardOf(node.em, teamId) : undefined };
}

export interface ShardTransaction {
  /** The maximum wait for a lock, in milliseconds, instead of the session's. */
  lockTimeout?: number | undefined;
  /** The connections to use, instead of those of the pool. */
  provider?: ConnectionProvider;
}

/**
 * Runs `work` in a transaction on several shards of a node. `work` gets an entity manager for each of them. Its statements
 * must be sent in one order of shards, so that two transactions do not deadlock. A shard that has left the node is
 * forgotten.
 */
export async function transactOnShards<T>(
  { em }: Orm,
  shards: Shard[],
  work: (parts: EntityManager[]) => Promise<T>,
  { lockTimeout, provider }: ShardTransaction = {},
): Promise<T> {
  const database = databaseOf(em);
  const inTransaction = async (transaction: Transaction<unknown>) => {
    const tx = em.fork();
    tx.setTransactionContext(transaction);
    const parts = shards.map((shard) => {
      const part = em.fork();
      part.setTransactionContext(database.onShard(transaction, shard, shards.length === 1));
      return part;
    });
    const ids = shards.map(({ id }) => id);
    await sql`select keep_shards_in_place(${ids}::bigint[])`.execute(deferred(tx));
    return work(parts);
  };
  try {
    return await database.onShards(provider, lockTimeout).transaction().execute(inTransaction);
  } catch (error) {
    if (isShardGone(error)) for (const shard of shards) forgetShard(em, shard);
    throw error;
  }
}

/** Runs `work` in a transaction at the place of a team. */
export const transactAt = <T>(
  { orm, shard }: Place,
  work: (tx: EntityManager) => Promise<T>,
  lockTimeout?: number,
): Promise<T> =>
  shard ? transactOnShards(orm, [shard], ([tx]) => work(tx!), { lockTimeout }) : transact(orm, work, lockTimeout);

/** Runs `work` in a transaction at the place of a team. If its shard has just moved, it runs again where Citus finds it. */
export async function transactOfTeam<T>(
  orm: Orm,
  teamId: string,
  work: (tx: EntityManager) => Promise<T>,
  lockTimeout?: number,
): Promise<T> {
  const place = await placeOf(orm, teamId);
  try {
    return await transactAt(place, work, lockTimeout);
  } catch (error) {
    if (!place.shard || !isShardGone(error)) throw error;
    return transact(place.orm, work, lockTimeout);
  }
}
