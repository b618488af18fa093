import { ApiError } from "../errors.ts";
import { createLimiter, LimitReached } from "../limiter.ts";
import { type Claim, fullKeyOf } from "./claims.ts";

/**
 * Runs a write once its team has a turn. If it had to wait, `lockTimeout` is how long it may still wait for locks.
 *
 * @throws LimitReached if it waits too long, or idempotency_in_progress if an earlier write with the same key runs or waits
 */
export type QueueWrite = <T>(
  teamId: string,
  claim: Claim | undefined,
  write: (lockTimeout: number | undefined) => Promise<T>,
) => Promise<T>;

/** A shorter wait is not subtracted from the lock timeout, in milliseconds. */
const shortWait = 100;

/**
 * Limits the writes that hold a connection each, to two per team and half of the pool in all. Most writes of a team wait
 * for the same lock, and would otherwise use up the connections of all requests. The remaining writes wait here without
 * a connection, for at most `maxWait` milliseconds.
 */
export function createWriteQueue(poolSize: number, maxWait: number): QueueWrite {
  const maxRunning = Math.max(1, Math.floor(poolSize / 2));
  const limit = createLimiter({ maxRunning, maxRunningPerGroup: Math.min(2, maxRunning), maxWaitingPerGroup: 500 });
  /** The keys of writes that run or wait. */
  const keys = new Set<string>();

  return async (teamId, claim, write) => {
    const key = claim && fullKeyOf(claim);
    const isRepeated = key !== undefined && keys.has(key);
    if (key !== undefined) keys.add(key);
    const began = performance.now();
    try {
      return await limit(teamId, maxWait, () => {
        const waited = performance.now() - began;
        return write(waited < shortWait ? undefined : Math.max(1, Math.ceil(maxWait - waited)));
      });
    } catch (error) {
      if (!isRepeated || !(error instanceof LimitReached)) throw error;
      throw new ApiError("idempotency_in_progress", { cause: error });
    } finally {
      if (key !== undefined && !isRepeated) keys.delete(key);
    }
  };
}
