import { type DestinationStream, type Logger, pino } from "pino";

export type Log = Logger;

/**
 * A logger of JSON lines on standard output. Lines are written together while others are on their way; the end of the
 * process waits for them, but for a kill. What carries a key, a passcode or a secret under its usual name is masked.
 */
export function createLog(level: string, destination: DestinationStream = pino.destination({ sync: false })): Log {
  const secrets = ["apiKey", "api_key", "authorization", "x-api-key", "secret", "otp"];
  const options = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: secrets.flatMap((name) => [`["${name}"]`, `*["${name}"]`]), censor: "[redacted]" },
  };
  return pino(options, destination);
}

/**
 * The same log for lines that have only fields which are named where they are written, and none of them a secret: it
 * does not look for any.
 */
export function withoutMasking(log: Log): Log {
  return log.child({}, { redact: [] });
}
