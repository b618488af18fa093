/** A time as it is shown: in short, and in full with the zone and UTC. */
export interface ShownTime {
  /** The time of day. */
  short: string;
  /** The day, or `Today` or `Yesterday`. */
  day: string;
  full: string;
}

/** Formats a timestamp of the API in a zone, by default that of the browser. Days end at midnight of that zone. */
export function showTime(timestamp: string, now = new Date(), timeZone?: string): ShownTime {
  const time = new Date(timestamp);
  const format = (options: Intl.DateTimeFormatOptions, date = time) =>
    formatterOf({ timeZone, ...options }).format(date);
  const dayOf = (date: Date) => format({ year: "numeric", month: "2-digit", day: "2-digit" }, date);
  const isThisYear = format({ year: "numeric" }) === format({ year: "numeric" }, now);
  const day =
    dayOf(time) === dayOf(now)
      ? "Today"
      : dayOf(time) === dayBefore(now, dayOf)
        ? "Yesterday"
        : format({ weekday: "short", day: "numeric", month: "short", ...(!isThisYear && { year: "numeric" }) });
  return {
    short: format({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" }),
    day,
    full: `${format({ dateStyle: "full", timeStyle: "long" })} (${timestamp} UTC)`.replace("Z UTC", " UTC"),
  };
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Keeps formatters, because making one takes longer than a hundred uses. */
function formatterOf(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const name = JSON.stringify(options);
  const formatter = formatters.get(name) ?? new Intl.DateTimeFormat("en", options);
  formatters.set(name, formatter);
  return formatter;
}

/** The day before that of `now`. A day may have 23 or 25 hours, so its end is searched in steps of six hours. */
function dayBefore(now: Date, dayOf: (date: Date) => string): string {
  const today = dayOf(now);
  let earlier = now;
  while (dayOf(earlier) === today) earlier = new Date(earlier.getTime() - 6 * 3_600_000);
  return dayOf(earlier);
}
