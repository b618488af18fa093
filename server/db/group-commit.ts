/**
 * Group commit: callers that ask for the same kind of work at the same time share one transaction and its commit.
 *
 * Promises: a caller gets the result of its own item, after the commit. When a transaction fails, each of its items is
 * retried in a transaction of its own.
 * Costs: two transactions per kind of work run on one connection. A caller can wait 150 ms for a lock of another item.
 * Preconditions: `work` is the same function object at every call of a kind. It throws to undo the whole batch; a
 * result that is an error undoes nothing. Work that must not happen twice checks `mayHaveCommitted`.
 */
import { createBatcher, type Result } from "../batcher.ts";
import { createLimiter, type Limiter, LimitReached } from "../limiter.ts";
import { failFastWhileAway } from "./alone.ts";
import { isDatabaseAway, isLockTimeout } from "./faults.ts";
import { createLane } from "./line.ts";
import { type EntityManager, type Orm, poolSizeOf } from "./orm.ts";
import { transact } from "./transaction.ts";

/**
 * Does the work for a batch of items inside one transaction. The results have the order of the items, and an item that
 * fails on its own gets an error as its result. `mayHaveCommitted` is true for an item whose last transaction lost its
 * connection: it may have committed.
 */
export type BatchWork<Item, Out> = (
  tx: EntityManager,
  items: Item[],
  mayHaveCommitted: boolean,
) => Promise<Result<Out>[]>;

/**
 * Does `work` for `item`, in one transaction with other items for the same work. Retries take turns by team; items
 * without a team count as one team.
 *
 * @throws what `work` throws for the item alone, or LimitReached if the retry did not get a turn in time
 */
export type GroupCommit = <Item, Out>(work: BatchWork<Item, Out>, item: Item, teamId?: string) => Promise<Out>;

/**
 * How long such a transaction waits for a lock, in milliseconds; the callers behind it wait, too. Batches of other
 * processes usually hold their locks for less. PostgreSQL's `deadlock_timeout` is longer.
 */
const lockTimeout = 150;

interface GroupCommitOptions {
  /** The maximum time that an item waits for locks in all its tries, in milliseconds. */
  lockWait?: number;
  /** Whether later batches wait for the retries of a failed one, so that the items of a job keep their order. */
  inOrder?: boolean;
}

/**
 * Makes a group commit on a database. Retries use other connections, at most a quarter of the pool. Unless `inOrder`,
 * later batches run meanwhile.
 *
 * A retry that reaches `lockTimeout` is repeated until `lockWait` is over. It holds no connection between two tries, so
 * callers that wait long do not use up the pool.
 */
export function createGroupCommit(
  orm: Orm,
  { lockWait = 8_000, inOrder = false }: GroupCommitOptions = {},
): GroupCommit {
  const limitRetries = retryLimiterOf(orm);
  // The key and the value of an entry have the same Item and Out, which the type of a Map cannot express.
  const batchers = new Map<unknown, unknown>();

  /** Repeats `tryOnce` until it gets its locks, or until `lockWait` is over. */
  async function retryUntilLocked<T>(teamId: string, tryOnce: () => Promise<T>): Promise<T> {
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

  function batcherOf<Item, Out>(work: BatchWork<Item, Out>): (call: TeamItem<Item>) => Promise<Out> {
    const existing = batchers.get(work);
    if (existing) return existing as (call: TeamItem<Item>) => Promise<Out>;
    const runInLane = createLane(orm, lockTimeout);
    const transactAlone = failFastWhileAway(async (item: Item, reason) => {
      const mayHaveCommitted = isDatabaseAway(reason);
      const [result] = await transact(orm, (tx) => work(tx, [item], mayHaveCommitted), lockTimeout);
      return result!;
    });
    const batcher = createBatcher<TeamItem<Item>, Out>({
      atOnce: 2,
      run(batch) {
        const items = batch.map(({ item }) => item);
        return runInLane((tx) => work(tx, items, false));
      },
      retriesInOrder: inOrder,
      runAlone: ({ item, teamId = "" }, reason) => retryUntilLocked(teamId, () => transactAlone(item, reason)),
    });
    batchers.set(work, batcher);
    return batcher;
  }

  return (work, item, teamId) => batcherOf(work)({ item, teamId });
}

interface TeamItem<Item> {
  item: Item;
  teamId: string | undefined;
}

const retryLimiters = new WeakMap<Orm, Limiter>();

/** The limiter of all retries on a database: together they use at most a quarter of the pool's connections. */
function retryLimiterOf(orm: Orm): Limiter {
  const maxRunning = Math.max(1, Math.floor(poolSizeOf(orm) / 4));
  const maxRunningPerGroup = Math.max(1, maxRunning - 1);
  const limiter =
    retryLimiters.get(orm) ?? createLimiter({ maxRunning, maxRunningPerGroup, maxWaitingPerGroup: 1_000 });
  retryLimiters.set(orm, limiter);
  return limiter;
}
