import closeWithGrace from "close-with-grace";

/** The signals that stop the process. */
const signals = ["SIGINT", "SIGTERM"] as const;

/** The maximum time of a stop. The process exits after it. */
const stopMilliseconds = 10_000;

/** The reason of a stop: a signal, or an uncaught error. */
export type StopReason = { signal: string } | { error: unknown };

/**
 * Calls `stop` once, after a signal or an uncaught error, and then exits. The exit code is 0 after a signal. It is 1 after
 * an error, or if `stop` takes longer than ten seconds.
 */
export function onStop(stop: (reason: StopReason) => Promise<void>): void {
  let signal: string | undefined;
  // The end of a program that has nothing left to do is no failure, so `beforeExit` is skipped.
  const options = { delay: stopMilliseconds, logger: false as const, skip: [...signals, "beforeExit" as const] };
  const { close } = closeWithGrace(options, ({ err, signal: other }) => {
    const received = signal ?? other;
    return stop(err || received === undefined ? { error: err } : { signal: received });
  });
  onSignal((name) => {
    signal = name;
    close();
  });
}

/** Calls `stop` at the first signal. A later signal ends the process at once. */
function onSignal(stop: (signal: string) => void): void {
  let firstSignalAt: number | undefined;
  for (const signal of signals) {
    process.on(signal, () => {
      // A terminal sends Ctrl-C to npm and to the server, and npm passes it on, so one Ctrl-C arrives twice.
      if (firstSignalAt !== undefined && performance.now() - firstSignalAt > 1_000) process.exit(1);
      if (firstSignalAt === undefined) stop(signal);
      firstSignalAt ??= performance.now();
    });
  }
}
