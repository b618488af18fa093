import { setTimeout as wait } from "node:timers/promises";
import type { Log } from "../log.ts";

interface EveryOptions {
  /** Names the work in the log. */
  name: string;
  log: Log;
  /** Gets a function that ends the pause early. During a run, it makes the next run follow at once. */
  onWake?: (wake: () => void) => void;
}

/**
 * Repeats `work` with a pause before each run. After a run that returns true, the next run follows at once. A failure is
 * logged, and the next run follows after the pause.
 *
 * @returns a function that stops the repetition and waits for the current run
 */
export function every(
  pauseMilliseconds: number,
  { name, log, onWake }: EveryOptions,
  work: () => Promise<unknown>,
): () => Promise<void> {
  const stopping = new AbortController();
  let waking = new AbortController();
  onWake?.(() => waking.abort());
  const running = (async () => {
    for (let isMoreToDo = false; ; ) {
      if (!isMoreToDo) await pauseUntil(AbortSignal.any([stopping.signal, waking.signal]), pauseMilliseconds);
      if (stopping.signal.aborted) return;
      waking = new AbortController();
      isMoreToDo = await work().then(
        (result) => result === true,
        (error) => {
          log.error({ err: error }, name);
          return false;
        },
      );
    }
  })();
  return () => {
    stopping.abort();
    return running;
  };
}

/** Waits for the pause. An abort of the signal ends it early. */
export async function pauseUntil(signal: AbortSignal, milliseconds: number): Promise<void> {
  await wait(milliseconds, undefined, { signal }).catch(() => {});
}
