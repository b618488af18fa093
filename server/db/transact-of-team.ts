/**
 * Transactions on the rows of teams that are together on one shard.
 *
 * Promises: on a cluster, such a transaction runs the statements of one PostgreSQL, on the tables of the shard. No other
 * node takes part in it. The shard cannot move before the transaction ends.
 * Costs: one statement, which takes the lock that a move waits for and then looks whether the shard is on the node.
 * Preconditions: all statements are about teams of that shard, and about tables that every node has.
 */
import { type ConnectionProvider, sql } from "kysely";
import { ormOfTeam } from "./nodes.ts";
import { databaseOf, deferred, type EntityManager, isOnCluster, type Orm, ormOf } from "./orm.ts";
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

export interface PlacedTransaction {
  /** The maximum wait for a lock, in milliseconds, instead of the session's. */
  lockTimeout?: number | undefined;
  /** The connections to use, instead of those of the pool. */
  provider?: ConnectionProvider;
}

/**
 * Runs `work` in a transaction on several shards of a node. `work` gets an entity manager for each of them. Its statements
 * must be sent in one order of shards, so that two transactions do not deadlock.
 */
export function transactOnShards<T>(
  { em }: Orm,
  shards: Shard[],
  work: (parts: EntityManager[]) => Promise<T>,
  { lockTimeout, provider }: PlacedTransaction = {},
): Promise<T> {
  const database = databaseOf(em);
  return database
    .onShards(provider, lockTimeout)
    .transaction()
    .execute(async (transaction) => {
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
    });
}

/** Runs `work` in a transaction at the place of a team. If its shard has left the node, the team's next place has none. */
export async function transactAt<T>(
  { orm, shard }: Place,
  teamId: string,
  work: (tx: EntityManager) => Promise<T>,
  { lockTimeout, provider }: PlacedTransaction = {},
): Promise<T> {
  if (!shard) {
    if (!provider) return transact(orm, work, lockTimeout);
    return transact(orm, work, undefined, databaseOf(orm.em).on(provider, lockTimeout));
  }
  try {
    return await transactOnShards(orm, [shard], ([tx]) => work(tx!), { lockTimeout, ...(provider && { provider }) });
  } catch (error) {
    if (isShardGone(error)) forgetShard(orm.em, teamId);
    throw error;
  }
}

/** Runs `work` in a transaction at the place of a team. If its shard has just moved, it runs again where Citus finds it. */
export async function transactOfTeam<T>(
  orm: Orm,
  teamId: string,
  work: (tx: EntityManager) => Promise<T>,
  lockTimeout?: number,
): Promise<T> {
  const place = await placeOf(orm, teamId);
  try {
    return await transactAt(place, teamId, work, { lockTimeout });
  } catch (error) {
    if (!place.shard || !isShardGone(error)) throw error;
    return transactAt({ orm: place.orm, shard: undefined }, teamId, work, { lockTimeout });
  }
}

/** How long a transaction of several items waits for a lock, in milliseconds, and one of a single item. */
const lockTimeouts = { several: 150, single: 800 };

/**
 * Runs `run` for the items of each shard in a transaction of its own. All other items run in `tx`, as do all on one
 * PostgreSQL. The transactions of shards commit before that of `tx`, so `run` must have one effect if it runs again.
 *
 * @throws the first error, once all transactions have ended
 */
export async function runInPlaces<Item extends { teamId: string }, Result>(
  tx: EntityManager,
  items: Item[],
  run: (tx: EntityManager, items: Item[], isApart: boolean) => Promise<Result>,
): Promise<Result[]> {
  if (!isOnCluster(tx) || items.length === 0) return [await run(tx, items, false)];
  const places = new Map<string, Place>();
  for (const { teamId } of items) if (!places.has(teamId)) places.set(teamId, await placeOf(ormOf(tx), teamId));
  const byShard = Map.groupBy(items, ({ teamId }) => places.get(teamId)!.shard);
  const ended = await Promise.allSettled(
    [...byShard].map(([shard, ofShard]) => {
      if (!shard) return run(tx, ofShard, false);
      const [{ teamId }] = ofShard as [Item];
      const lockTimeout = ofShard.length === 1 ? lockTimeouts.single : lockTimeouts.several;
      return transactAt(places.get(teamId)!, teamId, (own) => run(own, ofShard, true), { lockTimeout });
    }),
  );
  return ended.map((each) => {
    if (each.status === "rejected") throw each.reason;
    return each.value;
  });
}
