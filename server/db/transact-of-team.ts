/**
 * Transactions on the rows of teams that are together on one node.
 *
 * Promises: on a cluster, such a transaction runs the statements of one PostgreSQL, on the tables of the teams' shard. No
 * other node takes part in it. The shard cannot move to another node before the transaction ends.
 * Costs: one statement that Citus routes, which takes the lock that a move waits for.
 * Preconditions: all statements are about teams of that shard, and about tables that every node has.
 */
import { type ConnectionProvider, sql } from "kysely";
import { isShardElsewhere } from "./faults.ts";
import { forgetShardOf, shardOfTeam, type TeamShard } from "./nodes.ts";
import { databaseOf, deferred, type EntityManager, type Orm } from "./orm.ts";
import { transact } from "./transaction.ts";

interface ShardTransaction {
  /** The maximum wait for a lock, in milliseconds, instead of the session's. */
  lockTimeout?: number | undefined;
  /** The connections to use, instead of those of the pool. */
  provider?: ConnectionProvider;
}

/** Runs `work` in a transaction on the shard of a team. */
export function transactOnShard<T>(
  { orm, shard }: TeamShard,
  teamId: string,
  work: (tx: EntityManager) => Promise<T>,
  { lockTimeout, provider }: ShardTransaction = {},
): Promise<T> {
  const keepInPlace = sql`select keep_shard_in_place(${teamId}::uuid, ${shard.id}::bigint)`;
  return transact(
    orm,
    async (tx) => {
      await keepInPlace.execute(deferred(tx));
      return work(tx);
    },
    undefined,
    databaseOf(orm.em).onShard(shard, provider, lockTimeout),
  );
}

/**
 * Runs `work` in a transaction on the node that has a team's rows. On one PostgreSQL, it is the same as `transact`. If the
 * shard has just moved, the transaction runs again on its next node.
 */
export async function transactOfTeam<T>(
  orm: Orm,
  teamId: string,
  work: (tx: EntityManager) => Promise<T>,
  lockTimeout?: number,
): Promise<T> {
  const found = await shardOfTeam(orm, teamId);
  if (!found) return transact(orm, work, lockTimeout);
  try {
    return await transactOnShard(found, teamId, work, { lockTimeout });
  } catch (error) {
    if (!isShardElsewhere(error)) throw error;
    forgetShardOf(orm, teamId);
    return transactOnShard((await shardOfTeam(orm, teamId))!, teamId, work, { lockTimeout });
  }
}
