/**
 * The place of a team, and the transactions and statements there.
 *
 * Promises: on a cluster, a transaction runs the statements of one PostgreSQL, on the tables of the team's shard. No other
 * node takes part in it. The shard cannot move before the transaction ends.
 * Costs: one statement, which takes the lock that a move waits for and then looks whether the shard is on the node.
 * Preconditions: all statements are about teams of that shard, and about tables that every node has.
 */
import { setTimeout as pause } from "node:timers/promises";
import {
  type CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  type QueryResult,
  sql,
  type Transaction,
} from "kysely";
import { databaseOf, type EntityManager, type Orm, ormOf, redirect, withoutResult } from "../orm.ts";
import { lockTimeoutOf } from "../sql/locks.ts";
import { transact } from "../transaction.ts";
import type { ShardForm } from "./in-shard.ts";
import { nodesOf } from "./nodes.ts";
import { forgetShard, isShardGone, type Shard, shardOf } from "./shards.ts";

/** Where the rows of a team are. Without a shard it is for work without a team. */
export interface Place {
  orm: Orm;
  shard: Shard | undefined;
}

/** How long work waits for a place that is not known or has changed, in milliseconds. */
const maxWait = 2_000;

/** The pause between two look-ups of a place, in milliseconds. */
const pauseMilliseconds = 50;

/** The error of work for a team whose place was not found in time. */
class PlaceUnknown extends Error {
  readonly code = "EHOSTDOWN";

  constructor(teamId: string, cause?: unknown) {
    super(`The shard of team ${teamId} of the cluster is away`, { cause });
  }
}

/**
 * Finds where a team's rows are, after the team's first look-up. For an empty id, that is the ORM itself.
 *
 * @throws NodeAway; PlaceUnknown after two seconds
 */
export async function placeOf(orm: Orm, teamId: string): Promise<Place> {
  if (teamId === "") return { orm, shard: undefined };
  const nodes = nodesOf(orm);
  for (const deadline = performance.now() + maxWait; ; ) {
    const node = await nodes.find(teamId);
    const shard = node && (await shardOf(node.em, teamId));
    if (shard) return { orm: node, shard };
    if (performance.now() >= deadline) throw new PlaceUnknown(teamId);
    nodes.forget(teamId);
    await pause(pauseMilliseconds);
  }
}

/**
 * Runs `work` at the place of a team. If its shard has moved meanwhile, `work` runs again at the new place.
 *
 * @throws PlaceUnknown if that takes longer than two seconds
 */
export async function atPlace<T>(orm: Orm, teamId: string, work: (place: Place) => Promise<T>): Promise<T> {
  for (const deadline = performance.now() + maxWait; ; ) {
    const place = await placeOf(orm, teamId);
    try {
      return await work(place);
    } catch (cause) {
      if (!place.shard || !isShardGone(cause)) throw cause;
      if (performance.now() >= deadline) throw new PlaceUnknown(teamId, cause);
      forgetShard(place.orm.em, place.shard);
      nodesOf(orm).forget(teamId);
      await pause(pauseMilliseconds);
    }
  }
}

export interface ShardTransaction {
  /** The maximum wait for a lock, in milliseconds, instead of the session's. */
  lockTimeout?: number | undefined;
  /** The connections to use, instead of those of the pool. */
  provider?: ConnectionProvider;
  /** Whether all statements read the same state of the database, and write nothing. */
  isSnapshot?: boolean;
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
  { lockTimeout, provider, isSnapshot = false }: ShardTransaction = {},
): Promise<T> {
  const database = databaseOf(em);
  const inTransaction = async (transaction: Transaction<unknown>) => {
    const tx = em.fork();
    tx.setTransactionContext(transaction);
    const parts = shards.map((shard) => {
      const part = em.fork();
      part.setTransactionContext(database.wrapped(transaction, (own) => onShard(own, shard)));
      return part;
    });
    const ids = shards.map(({ id }) => id);
    await sql`select keep_shards_in_place(${ids}::bigint[])`.execute(withoutResult(tx));
    return work(parts);
  };
  try {
    const begin = database.on(provider, lockTimeout).transaction();
    const asAsked = isSnapshot ? begin.setIsolationLevel("repeatable read").setAccessMode("read only") : begin;
    return await asAsked.execute(inTransaction);
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

/** Runs `work` in a transaction at the place of a team; again, if its shard has moved. */
export const transactAtPlace = <T>(
  orm: Orm,
  teamId: string,
  work: (tx: EntityManager) => Promise<T>,
  lockTimeout?: number,
): Promise<T> => atPlace(orm, teamId, (place) => transactAt(place, work, lockTimeout));

/**
 * Opens an entity manager for SQL about a team. Each statement of `queries`, `prepared` and `withoutResult` runs in a transaction
 * of its own at the place of the team. Reads that are prepared share connections to its node.
 */
export function openAtPlace(orm: Orm, teamId: string): EntityManager {
  const em = orm.em.fork();
  const database = databaseOf(em);
  const at = (run: RunQuery) => database.on({ provideConnection: (use) => use(connectionOf(run)) });
  redirect(em, {
    statements: at((query) => runStatement(orm, teamId, query)),
    reads: at((query) => runRead(orm, teamId, query)),
    readSnapshot: (read) =>
      atPlace(orm, teamId, ({ orm: node, shard }) =>
        transactOnShards(node, [shard!], ([tx]) => read(tx!), { isSnapshot: true }),
      ),
  });
  return em;
}

/**
 * Runs `run` for the items of each shard, in a transaction of their own. Without items, it runs once in `tx`.
 *
 * @throws the first error, once all transactions have ended
 */
export async function runAtPlaces<Item extends { teamId: string }, Result>(
  tx: EntityManager,
  items: Item[],
  run: (tx: EntityManager, items: Item[], isApart: boolean) => Promise<Result>,
): Promise<Result[]> {
  if (items.length === 0) return [await run(tx, items, false)];
  const orm = ormOf(tx);
  const placed = await Promise.all(items.map(async (item) => ({ item, place: await placeOf(orm, item.teamId) })));
  const ended = await Promise.allSettled(
    [...Map.groupBy(placed, ({ place }) => place.shard).values()].map((group) => {
      const some = group.map(({ item }) => item);
      return transactAtPlace(orm, some[0]!.teamId, (own) => run(own, some, true), lockTimeoutOf(some));
    }),
  );
  return ended.map((each) => {
    if (each.status === "rejected") throw each.reason;
    return each.value;
  });
}

type RunQuery = <Row>(query: CompiledQuery) => Promise<QueryResult<Row>>;

const connectionOf = (run: RunQuery): DatabaseConnection => ({
  executeQuery: run,
  streamQuery() {
    throw new TypeError("Rows are not streamed");
  },
});

/** A connection whose statements name the tables of a shard. */
const onShard = (connection: DatabaseConnection, shard: ShardForm): DatabaseConnection =>
  connectionOf((query) => connection.executeQuery({ ...query, sql: shard.textOf(query.sql) }));

const runStatement = <Row>(orm: Orm, teamId: string, query: CompiledQuery): Promise<QueryResult<Row>> =>
  transactAtPlace(orm, teamId, (tx) => tx.getKysely().executeQuery<Row>(query as CompiledQuery<Row>));

/** Runs a `select`, which fails if the shard is not here. */
const runRead = <Row>(orm: Orm, teamId: string, query: CompiledQuery): Promise<QueryResult<Row>> =>
  atPlace(orm, teamId, ({ orm: node, shard }) => {
    const read = { ...query, sql: shard!.readOf(query.sql) } as CompiledQuery<Row>;
    return databaseOf(node.em).readsWithPlans!.getExecutor().executeQuery(read);
  });
