import { type DestinationStream, type Logger, pino } from "pino";

export type Log = Logger;

/**
 * A logger of JSON lines on standard output. Lines are written together while others are on their way; the end of the
 * process waits for them, but for a kill. What carries a key, a passcode or a secret under its usual name is masked.
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

/** An error without the connection that the database's driver attaches to it, which has hundreds of fields. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { client: _, ...described } = { ...pino.stdSerializers.err(error) };
  return described;
}

let opened: DestinationStream | undefined;

/**
 * Standard output, which gets the lines of one turn of the event loop at its end: pino's own destination goes through
 * all that waits there for each line.
 */
function standardOutput(): DestinationStream {
  if (opened) return opened;
  let lines: string[] = [];
  const write = () => {
    output.write(lines.join(""));
    lines = [];
  };
  // Before the destination's own, which writes what it has then.
  process.on("exit", () => lines.length > 0 && write());
  const output = pino.destination({ sync: false });
  opened = { write: (line) => void (lines.push(line) === 1 && setImmediate(write)) };
  return opened;
}

/** Pino's `isoTime`, which would write a time anew for each of the lines that have it. */
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
 * The same log for lines that have only fields which are named where they are written, and none of them a secret: it
 * does not look for any.
 */
export function withoutMasking(log: Log): Log {
  return log.child({}, { redact: [] });
}
