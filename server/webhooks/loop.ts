import type { Log } from "../log.ts";

/**
 * Does `work` again at once as long as it says that there may be more, else after a pause. A failure is logged and does
 * not end it. Answers what ends it, once the work at hand is done.
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
