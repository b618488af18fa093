/**
 * Group commit: callers that ask for the same kind of work at the same time share one transaction and its commit.
 *
 * Promises: a caller gets the result of its own item, after the commit. When a transaction fails, each of its items is
 * retried in a transaction of its own.
 * Costs: a connection per kind of work, with up to two transactions in its pipeline. A caller can wait for locks of other
 * items of its batch, at most 150 ms for each. Work for a busy team takes up to two connections, and waits longer.
 * Preconditions: `work` is the same object at every call of a kind. `run` throws to undo the whole batch; a result that
 * is an error undoes nothing. Work that must not happen twice has a `runAgain`.
 */

import { ApiError } from "../../errors.ts";
import { type Place, placeOf, type ShardTransaction, transactOfTeam, transactOnShards } from "../cluster/places.ts";
import { isDatabaseAway, isDuplicate, isLockTimeout } from "../faults.ts";
import { databaseOf, type EntityManager, type Orm, poolSizeOf } from "../orm.ts";
import { transact } from "../transaction.ts";
import { createBatcher, type Result } from "./batcher.ts";
import { failFastWhileAway } from "./fail-fast.ts";
import { createKeyedBatchers } from "./keyed-batchers.ts";
import { Lane } from "./lane.ts";
import { createLimiter, type Limiter, LimitReached } from "./limiter.ts";
import { createTeamTurns, type TakeTurn } from "./team-turns.ts";

/** A kind of work that many callers can share a transaction for. */
export interface BatchWork<Item, Out> {
  /**
   * Does the work for a batch of items inside one transaction. The results have the order of the items, and an item that
   * fails on its own gets an error as its result.
   */
  run(tx: EntityManager, items: Item[]): Promise<Result<Out>[]>;
  /**
   * Does the work for an item whose last transaction lost its connection, and may have committed. Absent if `run` can do
   * an item twice with one effect.
   */
  runAgain?(tx: EntityManager, item: Item): Promise<Result<Out>>;
  /**
   * Does the work for items of one team, and waits for locks of this team. Present if `run` does not wait for them, and
   * refuses items with TeamBusy. Such a batch takes a connection once its team has a turn, so that a slow team delays
   * only itself.
   */
  runForTeam?(tx: EntityManager, items: Item[]): Promise<Result<Out>[]>;
}

/** The refusal of an item because another transaction has a lock of its team. The item then runs by `runForTeam`. */
export class TeamBusy extends Error {}

/**
 * Does `work` for `item`, in one transaction with other items for the same work. Retries take turns by team; items
 * without a team count as one team.
 *
 * @throws the error of `work` for the item alone; LimitReached if its retry did not start in time, or too many wait
 */
export type GroupCommit = <Item, Out>(work: BatchWork<Item, Out>, item: Item, teamId?: string) => Promise<Out>;

/**
 * How long such a transaction waits for a lock, in milliseconds; the callers behind it wait, too. Batches of other
 * processes usually hold their locks for less. It is shorter than PostgreSQL's `deadlock_timeout`, so it also ends deadlocks.
 */
const lockTimeout = 150;

interface GroupCommitOptions {
  /** The turns of busy teams. By default, this group commit has turns of its own. */
  takeTurn?: TakeTurn;
  /** The time after which a retry is not repeated any more, in milliseconds. It includes the wait for a turn. */
  lockWait?: number;
  /** Names the batches that a team's items go into, on one PostgreSQL. By default, all teams share them. */
  partOf?: (teamId: string) => string;
}

/**
 * Makes a group commit on a database. Retries use other connections, at most a quarter of the pool. Later batches run
 * meanwhile.
 *
 * A retry that reaches `lockTimeout` is repeated until `lockWait` is over. It holds no connection between two tries, so
 * callers that wait long do not use up the pool.
 */
export function createGroupCommit(
  orm: Orm,
  { lockWait = 8_000, takeTurn = createTeamTurns(poolSizeOf(orm), lockWait), partOf }: GroupCommitOptions = {},
): GroupCommit {
  const limitRetries = retryLimiterOf(orm);
  // The key and the value of an entry have the same Item and Out, which the type of a Map cannot express.
  const submits = new Map<unknown, unknown>();

  /** Repeats `tryOnce` while it ends by a lock timeout, until `lockWait` is over. */
  async function retryLockTimeouts<T>(teamId: string, tryOnce: () => Promise<T>): Promise<T> {
    const deadline = performance.now() + lockWait;
    let lastError: unknown;
    for (;;) {
      try {
        return await limitRetries(teamId, deadline - performance.now(), tryOnce);
      } catch (error) {
        if (error instanceof LimitReached) throw lastError ?? error;
        if (!isLockTimeout(error) || performance.now() >= deadline) throw error;
        lastError = error;
      }
    }
  }

  function createRetry<Item, Out>(work: BatchWork<Item, Out>) {
    const transactAlone = failFastWhileAway(async ({ teamId, item }: Entry<Item>, reason) => {
      const mayHaveCommitted = isDatabaseAway(reason);
      const runAlone = async (tx: EntityManager) =>
        mayHaveCommitted && work.runAgain ? work.runAgain(tx, item) : (await work.run(tx, [item]))[0]!;
      const transactOnce = () => transactOfTeam(orm, teamId, runAlone, lockTimeout);
      return transactOnce().catch((error) => {
        // PostgreSQL still ran the lost transaction, which has stored the item by now. The next search finds it.
        if (mayHaveCommitted && work.runAgain && isDuplicate(error)) return transactOnce();
        throw error;
      });
    });
    return (teamId: string, item: Item, reason: unknown) =>
      retryLockTimeouts(teamId, () => transactAlone({ teamId, item }, reason));
  }

  /**
   * On a cluster, the teams of each node have batches of their own.
   */
  function createShared<Item, Out>(work: BatchWork<Item, Out>): Submit<Item, Out> {
    if (!partOf && !databaseOf(orm.em).isCluster) {
      const add = createEntryBatcher(work, orm);
      return (teamId, item) => add({ teamId, item });
    }
    const batchers = createKeyedBatchers<Orm | string, Entry<Item>, Out>((_, { place }) =>
      createEntryBatcher(work, place!.orm),
    );
    return async (teamId, item) => {
      const place = await placeOf(orm, teamId);
      return batchers.add(place.shard ? place.orm : (partOf?.(teamId) ?? teamId), { teamId, item, place });
    };
  }

  /** Makes a batcher whose transactions share a connection to a node. Either all of its items have a shard, or none. */
  function createEntryBatcher<Item, Out>(work: BatchWork<Item, Out>, node: Orm): (entry: Entry<Item>) => Promise<Out> {
    const provider = new Lane(databaseOf(node.em).pool);
    const database = databaseOf(node.em).on(provider, lockTimeout);
    const retry = createRetry(work);
    return createBatcher<Entry<Item>, Out>({
      atOnce: 2,
      ...(work.runForTeam && { groupOf: ({ teamId }) => teamId }),
      run(batch) {
        if (batch[0]!.place?.shard) return transactByShard(node, batch, work, { provider, lockTimeout });
        const items = batch.map(({ item }) => item);
        return transact(node, (tx) => work.run(tx, items), undefined, database);
      },
      waitsForRetries: false,
      runAlone: ({ teamId, item }, reason) => retry(teamId, item, reason),
    });
  }

  /** A busy team has batches of its own until all of its items have results. */
  function createBatcherPerTeam<Item, Out>(
    work: BatchWork<Item, Out>,
    runForTeam: NonNullable<BatchWork<Item, Out>["runForTeam"]>,
  ): Submit<Item, Out> {
    const retry = createRetry({ ...work, run: runForTeam });
    const shared = createShared(work);
    const busyTeams = createKeyedBatchers<string, Item, Out>((teamId) =>
      createBatcher({
        atOnce: 2,
        async run(items) {
          const run = (tx: EntityManager) => runForTeam(tx, items);
          const results = takeTurn(teamId, (timeout) => transactOfTeam(orm, teamId, run, timeout));
          // A single item is not retried: no other item can have caused the error.
          return items.length > 1 ? results : results.catch((error): Result<Out>[] => [{ ok: false, error }]);
        },
        waitsForRetries: false,
        async runAlone(item, reason) {
          // The batch has waited for its turn or for the team's lock as long as its items may.
          const hasWaited = reason instanceof LimitReached || (isLockTimeout(reason) && !(reason instanceof ApiError));
          if (hasWaited) throw reason;
          return retry(teamId, item, reason);
        },
      }),
    );
    return async (teamId, item) => {
      if (busyTeams.has(teamId)) return busyTeams.add(teamId, item);
      try {
        return await shared(teamId, item);
      } catch (error) {
        if (!(error instanceof TeamBusy)) throw error;
        return busyTeams.add(teamId, item);
      }
    };
  }

  function submitTo<Item, Out>(work: BatchWork<Item, Out>): Submit<Item, Out> {
    const existing = submits.get(work);
    if (existing) return existing as Submit<Item, Out>;
    const submit = work.runForTeam ? createBatcherPerTeam(work, work.runForTeam) : createShared(work);
    submits.set(work, submit);
    return submit;
  }

  return (work, item, teamId = "") => submitTo(work)(teamId, item);
}

/** Adds an item to the next batch of its work, and returns the item's result. */
type Submit<Item, Out> = (teamId: string, item: Item) => Promise<Out>;

/** An item with its team, and the place of the team on a cluster. */
interface Entry<Item> {
  teamId: string;
  item: Item;
  place?: Place;
}

/** Does the work of a batch in one transaction, with statements for each shard. Those of all shards are sent at once. */
async function transactByShard<Item, Out>(
  node: Orm,
  batch: Entry<Item>[],
  work: BatchWork<Item, Out>,
  options: ShardTransaction,
): Promise<Result<Out>[]> {
  const groups = [...Map.groupBy(batch, ({ place }) => place!.shard!)].toSorted(([a], [b]) => (a.id < b.id ? -1 : 1));
  const results = new Map<Entry<Item>, Result<Out>>();
  await transactOnShards(
    node,
    groups.map(([shard]) => shard),
    (parts) =>
      Promise.all(
        groups.map(async ([, entries], index) => {
          const items = entries.map(({ item }) => item);
          const some = await work.run(parts[index]!, items);
          for (const [position, entry] of entries.entries()) results.set(entry, some[position]!);
        }),
      ),
    options,
  );
  return batch.map((entry) => results.get(entry)!);
}

const retryLimiters = new WeakMap<Orm, Limiter>();

/**
 * The limiter of all retries on a database. They use a quarter of the pool, but at least one connection. If there are
 * several, a team leaves one of them to other teams.
 */
function retryLimiterOf(orm: Orm): Limiter {
  const maxRunning = Math.max(1, Math.floor(poolSizeOf(orm) / 4));
  const maxRunningPerGroup = Math.max(1, maxRunning - 1);
  const limiter =
    retryLimiters.get(orm) ?? createLimiter({ maxRunning, maxRunningPerGroup, maxWaitingPerGroup: 1_000 });
  retryLimiters.set(orm, limiter);
  return limiter;
}
