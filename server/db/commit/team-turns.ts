import { createLimiter } from "./limiter.ts";

/**
 * Runs a transaction once its team has a turn. If it had to wait, `lockTimeout` is how long it may still wait for locks.
 *
 * @throws LimitReached if it waits too long
 */
export type TakeTurn = <T>(teamId: string, transact: (lockTimeout: number | undefined) => Promise<T>) => Promise<T>;

/** A shorter wait is not subtracted from the lock timeout, in milliseconds. */
const shortWait = 100;

/**
 * Limits the transactions that wait for locks of their team, to two per team and half of the pool in all. Without the
 * limit, such transactions would use up the connections of all requests. The remaining transactions wait here without a
 * connection, for at most `maxWait` milliseconds. Teams take turns.
 */
export function createTeamTurns(poolSize: number, maxWait: number): TakeTurn {
  const maxRunning = Math.max(1, Math.floor(poolSize / 2));
  const limit = createLimiter({ maxRunning, maxRunningPerGroup: Math.min(2, maxRunning), maxWaitingPerGroup: 500 });
  return (teamId, transact) => {
    const began = performance.now();
    return limit(teamId, maxWait, () => {
      const waited = performance.now() - began;
      return transact(waited < shortWait ? undefined : Math.max(1, Math.ceil(maxWait - waited)));
    });
  };
}
