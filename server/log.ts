import { type DestinationStream, type Logger, pino } from "pino";

export type Log = Logger;

/**
 * Makes a logger of JSON lines on standard output. The lines of a tick are written together. The process writes its last
 * lines before it ends, unless it is killed. Keys, passcodes and secrets under their usual field names are masked.
 */
export function createLog(level: string, destination: DestinationStream = standardOutput()): Log {
  const secrets = ["apiKey", "api_key", "authorization", "x-api-key", "secret", "otp"];
  const options = {
    level,
    base: undefined,
    timestamp: isoTime(),
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: describeError },
    redact: { paths: secrets.flatMap((name) => [`["${name}"]`, `*["${name}"]`]), censor: "[redacted]" },
  };
  return pino(options, destination);
}

/** Removes the connection that the database driver attaches to an error, because it has hundreds of fields. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { client: _, ...described } = { ...pino.stdSerializers.err(error) };
  return described;
}

let sharedOutput: DestinationStream | undefined;

/**
 * Makes a destination that writes the lines of a tick to standard output at the end of the tick. Pino's own destination
 * would go through all waiting lines for each new line.
 */
function standardOutput(): DestinationStream {
  if (sharedOutput) return sharedOutput;
  let lines: string[] = [];
  const write = () => {
    output.write(lines.join(""));
    lines = [];
  };
  // Registered before the destination's own listener, which then writes these lines.
  process.on("exit", () => lines.length > 0 && write());
  const output = pino.destination({ sync: false });
  sharedOutput = { write: (line) => void (lines.push(line) === 1 && setImmediate(write)) };
  return sharedOutput;
}

/** Pino's `isoTime`, but formats each millisecond only once. */
function isoTime(): () => string {
  let last = Number.NaN;
  let text = "";
  return () => {
    const now = Date.now();
    if (now !== last) text = `,"time":"${new Date(now).toISOString()}"`;
    last = now;
    return text;
  };
}

/**
 * The same log without masking, for lines whose fields are all named at the call and contain no secret.
 */
export function withoutMasking(log: Log): Log {
  return log.child({}, { redact: [] });
}
