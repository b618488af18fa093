import type { Log } from "./log.ts";

/** Repeats `work` with a pause before each run, and returns a function that stops it. A failure is logged. */
export function repeat(
  name: string,
  pauseMilliseconds: number,
  log: Log,
  work: () => Promise<unknown>,
): () => Promise<void> {
  let timer: NodeJS.Timeout;
  let running: Promise<void> = Promise.resolve();
  let stopped = false;
  const next = () => {
    if (stopped) return;
    timer = setTimeout(() => {
      running = work()
        .then(() => {})
        .catch((error) => log.error({ err: error }, name))
        .finally(next);
    }, pauseMilliseconds);
  };
  next();
  return () => {
    stopped = true;
    clearTimeout(timer);
    return running;
  };
}
