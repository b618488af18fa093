/** A timestamp on the wire: ISO 8601, UTC, six digits of microseconds, a trailing `Z`. Sorts as text. */
export type Timestamp = string;

const inputForm =
  /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:([Zz])|([+ -])(\d{2})(?::?(\d{2}))?)?)?$/;

/** Converts PostgreSQL's text of a `timestamptz` in a UTC session. PostgreSQL trims trailing zeros, the wire does not. */
export function fromPostgres(text: string): Timestamp {
  const fraction = text.slice(20, text.endsWith("+00") ? -3 : undefined);
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.padEnd(6, "0")}Z`;
}

/**
 * Parses a timestamp of a request: ISO 8601 with an offset or `Z`, by default UTC. A date alone means its midnight. A
 * fraction has up to nine digits, and the last three are cut. A space in front of an offset counts as `+`, because a `+`
 * that was not percent-encoded arrives as a space. Returns undefined for any other text.
 */
export function parseTimestamp(text: string): Timestamp | undefined {
  const parts = inputForm.exec(text);
  if (!parts) return undefined;
  const [, date = "", time = "00:00", seconds = "00", fraction = "", , sign, hours = "00", minutes = "00"] = parts;
  const local = new Date(`${date}T${time}:${seconds}Z`);
  if (Number.isNaN(local.getTime()) || local.toISOString().slice(0, 10) !== date) return undefined;
  if (Number(hours) > 23 || Number(minutes) > 59) return undefined;
  const offsetMinutes = (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -1 : 1);
  const utc = new Date(local.getTime() - offsetMinutes * 60_000);
  if (utc.getUTCFullYear() < 1 || utc.getUTCFullYear() > 9999) return undefined;
  return `${utc.toISOString().slice(0, 19)}.${fraction.slice(0, 6).padEnd(6, "0")}Z`;
}

/** Whether a text is such a timestamp of a day and time with its offset. */
export const isTimestampWithOffset = (text: string): boolean =>
  /T.*([Z]|[+-]\d\d:?\d\d)$/i.test(text) && parseTimestamp(text) !== undefined;

/** Adds microseconds to a timestamp, or subtracts them when negative. */
export function plusMicroseconds(timestamp: Timestamp, microseconds: number): Timestamp {
  const total = Number(timestamp.slice(20, 26)) + microseconds;
  const seconds = Math.floor(total / 1_000_000);
  const fraction = String(total - seconds * 1_000_000).padStart(6, "0");
  const second = timestamp.slice(0, 19);
  // The common case: the result is in the same second.
  if (seconds === 0) return `${second}.${fraction}Z`;
  return `${new Date(Date.parse(`${second}Z`) + seconds * 1_000).toISOString().slice(0, 19)}.${fraction}Z`;
}
