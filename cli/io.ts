/** An output stream, which may be a terminal. */
export interface OutputStream {
  write(text: string): unknown;
  isTTY?: boolean;
  /** The characters of a line; undefined if unknown. */
  columns?: number;
}

/** The parts of the process that a command may use. Data goes to stdout, everything else to stderr. */
export interface Io {
  env: NodeJS.ProcessEnv;
  stdin: AsyncIterable<Uint8Array | string> & { isTTY?: boolean };
  stdout: OutputStream;
  stderr: OutputStream;
  /** Stops commands that run until they are stopped; if it is absent, Ctrl-C stops them. */
  interrupted?: AbortSignal;
}

/** Writes a line to stderr, for people. */
export function tell({ stderr }: Io, line: string): void {
  stderr.write(`${line}\n`);
}

/** Whether a person can answer prompts: on a terminal, and not in CI. */
export function canAsk({ stdin, stderr, env }: Io): boolean {
  return stdin.isTTY === true && stderr.isTTY === true && !env.CI;
}

/** Runs work that lasts until it is stopped by `interrupted`, the first Ctrl-C or SIGTERM. */
export async function untilInterrupted<Result>(
  { interrupted }: Io,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  if (interrupted) return work(interrupted);
  const controller = new AbortController();
  const stop = () => controller.abort();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, stop);
  try {
    return await work(controller.signal);
  } finally {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.off(signal, stop);
  }
}

/** The same streams, but with nothing written to stderr. */
export function quiet({ env, stdin, stdout }: Io): Io {
  return { env, stdin, stdout, stderr: { write: () => true } };
}
