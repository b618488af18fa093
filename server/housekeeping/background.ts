import type { Log } from "../log.ts";
import { pauseUntil } from "./every.ts";

/** Work that continues after its request was answered. */
export interface Background {
  /** Retries failed work, with pauses that double, until it succeeds or the server stops. */
  retry(name: string, cause: unknown, work: () => Promise<unknown>): void;
  /** Tries all open work once more, and ends. */
  stop(): Promise<void>;
}

const firstPauseMilliseconds = 200;
const maxPauseMilliseconds = 10_000;

/** Keeps open work in the memory of this process. A kill of the process loses it. */
export function createBackground(log: Log): Background {
  const stopping = new AbortController();
  const openWork = new Set<Promise<void>>();

  async function retry(name: string, cause: unknown, work: () => Promise<unknown>): Promise<void> {
    let error = cause;
    for (let pause = firstPauseMilliseconds; ; pause = Math.min(pause * 2, maxPauseMilliseconds)) {
      log.warn({ err: error, name }, "failed, will be retried");
      await pauseUntil(stopping.signal, pause);
      const isLastTry = stopping.signal.aborted;
      try {
        await work();
        return;
      } catch (failure) {
        if (isLastTry) return log.error({ err: failure, name }, "failed, given up");
        error = failure;
      }
    }
  }

  return {
    retry(name, cause, work) {
      const done = retry(name, cause, work).finally(() => openWork.delete(done));
      openWork.add(done);
    },
    async stop() {
      stopping.abort();
      await Promise.all(openWork);
    },
  };
}
