import type { Log } from "./log.ts";

/** Does `work` again and again with a pause before each; a failure is logged and does not end it. */
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
