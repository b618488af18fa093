/** What a stream must do to be written to. */
export interface Terminal {
  write(text: string): unknown;
  isTTY?: boolean;
  /** How many characters a line has; undefined: nobody knows. */
  columns?: number;
}

/** What a command may touch of its process. Data goes to stdout, everything else to stderr. */
export interface Io {
  env: NodeJS.ProcessEnv;
  stdin: AsyncIterable<Uint8Array | string> & { isTTY?: boolean };
  stdout: Terminal;
  stderr: Terminal;
  /** Ends what goes on until it is stopped; absent: Ctrl-C does. */
  interrupted?: AbortSignal;
}

/** Writes a line for people. */
export function tell({ stderr }: Io, line: string): void {
  stderr.write(`${line}\n`);
}

/** All of standard input, as text. */
export async function readStdin({ stdin }: Io): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString("utf8");
}

/** Whether there is a person to ask. */
export function canAsk({ stdin, stderr, env }: Io): boolean {
  return stdin.isTTY === true && stderr.isTTY === true && !env.CI;
}

/** Does what goes on until it is stopped: the signal is Ctrl-C, once, or who started the process. */
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

/** The same streams, without what is told on stderr. */
export function quiet({ env, stdin, stdout }: Io): Io {
  return { env, stdin, stdout, stderr: { write: () => true } };
}
