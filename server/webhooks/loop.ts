import type { Log } from "../log.ts";

/**
 * Runs `work` repeatedly: at once if it returns true, otherwise after a pause. A failure is logged and does not end the
 * loop. Returns a function that stops the loop and waits for the current run.
 */
export function loop(work: () => Promise<boolean>, pauseMilliseconds: number, log: Log): () => Promise<void> {
  let stopped = false;
  let wake = () => {};
  const run = async () => {
    while (!stopped) {
      const more = await work().catch((error) => {
        log.error({ err: error }, "reply webhooks");
        return false;
      });
      if (more || stopped) continue;
      await new Promise<void>((resolve) => {
        wake = resolve;
        setTimeout(resolve, pauseMilliseconds);
      });
    }
  };
  const running = run();
  return () => {
    stopped = true;
    wake();
    return running;
  };
}
