import type { Log } from "../log.ts";

/**
 * Creates a report that the carrier refuses the server's own credentials: an error in the log. Every text of every team gets that
 * refusal, so the report logs at most once in `pauseMilliseconds`.
 */
export function createRefusalReport(log: Pick<Log, "error">, pauseMilliseconds = 60_000): (errorCode: string) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (errorCode) => {
    if (performance.now() - last < pauseMilliseconds) return;
    last = performance.now();
    log.error({ errorCode }, "the provider refuses this server's credentials; messaging doctor says why");
  };
}
