import { join } from "node:path";
import { lock } from "proper-lockfile";

// A lock whose owner has not renewed it for so long belonged to a process that was killed.
const staleMilliseconds = 4_000;
const pollMilliseconds = 50;
// Longer than PostgreSQL may take to start, which others do under the lock.
const patienceMilliseconds = 180_000;

/** Runs `work` while no other process does so for `directory`; takes the lock of a killed process over in 5 seconds. */
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
    // A machine that slept lets the lock go stale under its owner. PostgreSQL's own checks then keep two servers off
    // one directory, so to end the process, as the package would, is the greater harm.
    onCompromised: () => {},
  });
  try {
    return await work();
  } finally {
    await release().catch(() => {});
  }
}
