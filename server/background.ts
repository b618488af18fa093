import type { Log } from "./log.ts";

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
  const openWork = new Set<() => Promise<void>>();

  return {
    retry(name, cause, work) {
      let timer: NodeJS.Timeout;
      const tryLater = (error: unknown, pauseMilliseconds: number) => {
        log.warn({ err: error, name }, "failed, will be retried");
        timer = setTimeout(() => tryNow(pauseMilliseconds), pauseMilliseconds);
      };
      const tryNow = (pauseMilliseconds: number) =>
        work().then(
          () => openWork.delete(tryLast),
          (error) => openWork.has(tryLast) && tryLater(error, Math.min(pauseMilliseconds * 2, maxPauseMilliseconds)),
        );
      const tryLast = async () => {
        clearTimeout(timer);
        await work().catch((error) => log.error({ err: error, name }, "failed, given up"));
      };
      openWork.add(tryLast);
      tryLater(cause, firstPauseMilliseconds);
    },
    async stop() {
      const last = [...openWork];
      openWork.clear();
      await Promise.all(last.map((tryLast) => tryLast()));
    },
  };
}
