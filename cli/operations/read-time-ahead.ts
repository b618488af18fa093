import { isTimestampWithOffset } from "../../server/db/timestamp.ts";
import { usageError } from "../failures.ts";

const unitMilliseconds = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * Reads a time to come: a duration such as `2h` from now, or `today`, `tomorrow` or a date with a time of day in the zone
 * of this computer, such as `tomorrow 9:00`. Of an hour that the clocks repeat in autumn it is the first. Returns a timestamp
 * with its offset unchanged, for the server.
 *
 * @throws Failure (usage) for any other text, and for a time that the clocks skip in spring
 */
export function readTimeAhead(text: string, flag: string, now = new Date()): string {
  const time = readForms(text, now);
  if (isTimestampWithOffset(time)) return time;
  throw usageError(
    `${flag} must be such as 2h, "tomorrow 9:00", "2026-11-21 18:00", or a timestamp with its offset such as 2026-11-21T18:00:00+01:00, not "${text}"`,
  );
}

/** Reads the forms of this command line. Returns any other text unchanged. */
function readForms(text: string, now: Date): string {
  const [, amount, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (amount !== undefined)
    return new Date(now.getTime() + Number(amount) * unitMilliseconds[unit as "s"]).toISOString();
  const [, day, date, hours, minutes] =
    /^(?:(today|tomorrow)|(\d{4}-\d\d-\d\d))[T ](\d{1,2}):(\d\d)$/.exec(text.trim()) ?? [];
  if (hours === undefined) return text;
  const at = date === undefined ? new Date(now) : new Date(`${date}T00:00`);
  if (day === "tomorrow") at.setDate(at.getDate() + 1);
  at.setHours(Number(hours), Number(minutes), 0, 0);
  const isTime = Number(hours) <= 23 && Number(minutes) <= 59 && (date === undefined || isDate(date));
  if (!isTime) return text;
  if (at.getHours() !== Number(hours) || at.getMinutes() !== Number(minutes))
    throw usageError(`${text} does not exist here: the clocks skip it. Choose another time.`);
  return at.toISOString();
}

/** Whether a date is on the calendar. `Date` would read 31 February as a day of March. */
const isDate = (date: string) => {
  const midnight = new Date(`${date}T00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(date);
};
