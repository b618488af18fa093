/**
 * Retries of single items of a batch that failed, each in a transaction of its own.
 *
 * Promises: retries use other connections than batches, at most a quarter of the pool, and take turns by team. A retry
 * holds no connection between two tries, so callers that wait long for a lock do not use up the pool.
 */

import { isDatabaseAway, isDuplicate, isLockTimeout } from "../faults.ts";
import { type EntityManager, type Orm, poolSizeOf } from "../orm.ts";
import type { BatchWork } from "./batch-work.ts";
import type { Result } from "./batcher.ts";
import { failFastWhileAway } from "./fail-fast.ts";
import { createLimiter, type Limiter, LimitReached } from "./limiter.ts";
import { transactOfTeam } from "./of-teams.ts";

interface RetryOptions {
  /** The maximum wait of a try for a lock, in milliseconds. */
  lockTimeout: number;
  /** The time until which a try that ends by `lockTimeout` is repeated, in milliseconds, with the wait for a turn. */
  lockWait: number;
}

/** Retries an item of a team after the batch has failed with `reason`. */
export type Retry<Item, Out> = (teamId: string, item: Item, reason: unknown) => Promise<Result<Out>>;

/**
 * Makes the function that retries the items of a kind of work. After a lost connection, when the batch may have committed,
 * an item runs by `runAgain`.
 *
 * @throws the last error of the item; LimitReached if the retry did not start in time, or too many wait
 */
export function createRetry<Item, Out>(
  orm: Orm,
  work: BatchWork<Item, Out>,
  { lockTimeout, lockWait }: RetryOptions,
): Retry<Item, Out> {
  const limit = limiterOf(orm);
  const tryOnce = failFastWhileAway(async ({ teamId, item }: { teamId: string; item: Item }, reason) => {
    const mayHaveCommitted = isDatabaseAway(reason);
    const run = async (tx: EntityManager) =>
      mayHaveCommitted && work.runAgain ? work.runAgain(tx, item) : (await work.run(tx, [item]))[0]!;
    const transact = () => transactOfTeam(orm, teamId, run, lockTimeout);
    return transact().catch((error) => {
      // PostgreSQL still ran the lost transaction, which has stored the item by now. The next search finds it.
      if (mayHaveCommitted && work.runAgain && isDuplicate(error)) return transact();
      throw error;
    });
  });
  return async (teamId, item, reason) => {
    const deadline = performance.now() + lockWait;
    let lastError: unknown;
    for (;;) {
      try {
        return await limit(teamId, deadline - performance.now(), () => tryOnce({ teamId, item }, reason));
      } catch (error) {
        if (error instanceof LimitReached) throw lastError ?? error;
        if (!isLockTimeout(error) || performance.now() >= deadline) throw error;
        lastError = error;
      }
    }
  };
}

const limiters = new WeakMap<Orm, Limiter>();

/** The limiter of all retries on a database. A team leaves one of several connections to other teams. */
function limiterOf(orm: Orm): Limiter {
  const maxRunning = Math.max(1, Math.floor(poolSizeOf(orm) / 4));
  const maxRunningPerGroup = Math.max(1, maxRunning - 1);
  const limiter = limiters.get(orm) ?? createLimiter({ maxRunning, maxRunningPerGroup, maxWaitingPerGroup: 1_000 });
  limiters.set(orm, limiter);
  return limiter;
}
