import { join } from "node:path";
import { lock } from "proper-lockfile";

// A lock that was not renewed for this time belongs to a process that was killed.
const staleMilliseconds = 4_000;
const pollMilliseconds = 50;
// Longer than a start of PostgreSQL, because other processes start it while they hold the lock.
const patienceMilliseconds = 180_000;

/** Runs `work` under the lock of `directory`. The lock of a killed process is taken over within 5 seconds. */
export async function withLock<T>(directory: string, work: () => Promise<T>): Promise<T> {
  const release = await lock(directory, {
    lockfilePath: join(directory, "lock"),
    stale: staleMilliseconds,
    update: 1_000,
    retries: {
      retries: patienceMilliseconds / pollMilliseconds,
      factor: 1,
      minTimeout: pollMilliseconds,
      maxTimeout: pollMilliseconds,
    },
    // On a machine that was suspended, the lock becomes stale under its owner. By default the package would end the
    // process. PostgreSQL's own checks prevent a second server on the directory, so the process goes on.
    onCompromised: () => {},
  });
  try {
    return await work();
  } finally {
    await release().catch(() => {});
  }
}
