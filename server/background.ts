import type { Log } from "./log.ts";

/** Work that goes on after its request was answered. */
export interface Background {
  /** Does work that failed again and again, with longer and longer pauses, until it ends well or the server stops. */
  retry(name: string, cause: unknown, work: () => Promise<unknown>): void;
  /** Tries everything that is open once more, and ends. */
  stop(): Promise<void>;
}

const firstPauseMilliseconds = 200;
const longestPauseMilliseconds = 10_000;

/** Keeps what must still be done in this process; what is open when the process is killed is lost to it. */
export function createBackground(log: Log): Background {
  const open = new Set<() => Promise<void>>();

  return {
    retry(name, cause, work) {
      let timer: NodeJS.Timeout;
      const tryLater = (error: unknown, pauseMilliseconds: number) => {
        log.warn({ err: error, name }, "failed, is tried again");
        timer = setTimeout(() => tryNow(pauseMilliseconds), pauseMilliseconds);
      };
      const tryNow = (pauseMilliseconds: number) =>
        work().then(
          () => open.delete(tryLast),
          (error) => open.has(tryLast) && tryLater(error, Math.min(pauseMilliseconds * 2, longestPauseMilliseconds)),
        );
      const tryLast = async () => {
        clearTimeout(timer);
        await work().catch((error) => log.error({ err: error, name }, "failed, is given up"));
      };
      open.add(tryLast);
      tryLater(cause, firstPauseMilliseconds);
    },
    async stop() {
      const last = [...open];
      open.clear();
      await Promise.all(last.map((tryLast) => tryLast()));
    },
  };
}
