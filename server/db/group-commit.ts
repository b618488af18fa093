import { createBatcher, type Result } from "../batcher.ts";
import { createLimiter, type Limiter, LimitReached } from "../limiter.ts";
import { aloneUnlessAway } from "./alone.ts";
import { isDatabaseAway, isLockTimeout } from "./faults.ts";
import { createLine } from "./line.ts";
import { type EntityManager, type Orm, poolSizeOf } from "./orm.ts";
import { transact } from "./transaction.ts";

/**
 * Work on a batch of items inside one transaction; results stand in the order of the items, and an item's own failure
 * is its result. `again` says that an earlier transaction with this item may have committed: its connection was lost.
 */
export type BatchWork<Item, Out> = (tx: EntityManager, items: Item[], again: boolean) => Promise<Result<Out>[]>;

/**
 * Does `work` for `item`, in one transaction with other items that arrive meanwhile for the same work. Items that have to
 * be retried alone take turns by team; items without a team count as one team.
 *
 * @throws what `work` throws for the item alone, or LimitReached if it got no turn
 */
export type GroupCommit = <Item, Out>(work: BatchWork<Item, Out>, item: Item, teamId?: string) => Promise<Out>;

/**
 * How long such a transaction waits for a lock, in milliseconds; the callers behind it wait, too. It is longer than batches
 * of other processes usually hold their locks, and shorter than PostgreSQL's `deadlock_timeout`.
 */
const lockTimeout = 150;

interface GroupCommitOptions {
  /** How long an item may wait for locks in all, in milliseconds. */
  lockWait?: number;
  /** Whether later batches wait for the items of a failed one, so that the items of a job keep their order. */
  inOrder?: boolean;
}

/**
 * Group commit on a database: each kind of work has two transactions in line on one connection, so that the database
 * need not wait for us in between.
 *
 * When a batch fails, each of its items is retried in a transaction of its own on another connection. Unless `inOrder`,
 * the next batches go on meanwhile. An item that has to wait for a lock is tried again and again until `lockWait` is over.
 * Between two tries it holds no connection, so callers that wait long do not take the connections of others.
 */
export function createGroupCommit(
  orm: Orm,
  { lockWait = 8_000, inOrder = false }: GroupCommitOptions = {},
): GroupCommit {
  const limitRetries = retryLimiterOf(orm);
  // The key and the value of an entry are of the same Item and Out, which a Map's type cannot say.
  const batchers = new Map<unknown, unknown>();

  /** Tries again and again until the item got its locks, or `lockWait` is over. */
  async function retry<T>(teamId: string, tryOnce: () => Promise<T>): Promise<T> {
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

  function batcherOf<Item, Out>(work: BatchWork<Item, Out>): (asked: Asked<Item>) => Promise<Out> {
    const known = batchers.get(work);
    if (known) return known as (asked: Asked<Item>) => Promise<Out>;
    const line = createLine(orm, lockTimeout);
    const tryAlone = aloneUnlessAway(async (item: Item, reason) => {
      const [result] = await transact(orm, (tx) => work(tx, [item], isDatabaseAway(reason)), lockTimeout);
      return result!;
    });
    const batcher = createBatcher<Asked<Item>, Out>({
      atOnce: 2,
      run(batch) {
        const items = batch.map(({ item }) => item);
        return line((tx) => work(tx, items, false));
      },
      retriesInOrder: inOrder,
      runAlone: ({ item, teamId = "" }, reason) => retry(teamId, () => tryAlone(item, reason)),
    });
    batchers.set(work, batcher);
    return batcher;
  }

  return (work, item, teamId) => batcherOf(work)({ item, teamId });
}

interface Asked<Item> {
  item: Item;
  teamId: string | undefined;
}

const retryLimiters = new WeakMap<Orm, Limiter>();

/** Lets retries take a quarter of the pool's connections at most, whatever they are retries of. */
function retryLimiterOf(orm: Orm): Limiter {
  const maxRunning = Math.max(1, Math.floor(poolSizeOf(orm) / 4));
  const maxRunningPerGroup = Math.max(1, maxRunning - 1);
  const limiter =
    retryLimiters.get(orm) ?? createLimiter({ maxRunning, maxRunningPerGroup, maxWaitingPerGroup: 1_000 });
  retryLimiters.set(orm, limiter);
  return limiter;
}
