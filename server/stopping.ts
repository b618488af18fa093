import closeWithGrace from "close-with-grace";

/** What asks for a stop. */
const signals = ["SIGINT", "SIGTERM"] as const;

/** How long a stop may take before the process leaves all the same. */
const stopMilliseconds = 10_000;

/** Why the process stops: a signal, or a failure that nobody caught. */
export type StopReason = { signal: string } | { error: unknown };

/**
 * Does `stop` once, when the process is asked to stop or fails, and then leaves: with exit code 0 after a signal, with
 * 1 after a failure or when it takes longer than ten seconds.
 */
export function onStop(stop: (reason: StopReason) => Promise<void>): void {
  let signal: string | undefined;
  const { close } = closeWithGrace({ delay: stopMilliseconds, logger: false, skip: [...signals] }, ({ err }) =>
    stop(err || signal === undefined ? { error: err } : { signal }),
  );
  onSignal((name) => {
    signal = name;
    close();
  });
}

/** Calls `stop` once. A later signal ends the process at once, for who does not want to wait. */
function onSignal(stop: (signal: string) => void): void {
  let told: number | undefined;
  for (const signal of signals) {
    process.on(signal, () => {
      // A terminal gives Ctrl-C to npm and to the server, and npm passes it on: the same wish, twice.
      if (told !== undefined && performance.now() - told > 1_000) process.exit(1);
      if (told === undefined) stop(signal);
      told ??= performance.now();
    });
  }
}
