import { ApiError } from "../errors.ts";
import { createLimiter, LimitReached } from "../limiter.ts";
import { type Claim, identify } from "./claims.ts";

/**
 * Runs a write once its team has a turn. If it had to wait, `lockTimeout` is how long it may still wait for locks.
 *
 * @throws LimitReached if it has to wait too long; then idempotency_in_progress if an earlier write has the same key
 */
export type QueueWrite = <T>(
  teamId: string,
  claim: Claim | undefined,
  write: (lockTimeout: number | undefined) => Promise<T>,
) => Promise<T>;

/** A wait that is too short to be taken from the lock timeout, in milliseconds. */
const shortWait = 100;

/**
 * Limits the writes that hold a connection each, to two per team and half of the pool in all. Most writes of a team wait
 * for one lock, and would take the connections of all other requests meanwhile. The others wait here for their turn, for
 * `maxWait` milliseconds, without a connection.
 */
export function createWriteQueue(poolSize: number, maxWait: number): QueueWrite {
  const maxRunning = Math.max(1, Math.floor(poolSize / 2));
  const limit = createLimiter({ maxRunning, maxRunningPerGroup: Math.min(2, maxRunning), maxWaitingPerGroup: 500 });
  /** The keys of writes that run or wait. */
  const keys = new Set<string>();

  return async (teamId, claim, write) => {
    const key = claim && identify(claim);
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
