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
  const [year, today] = [format({ year: "numeric" }, now), dayNumber(format(numbers, now))];
  const date = { weekday: "short", day: "numeric", month: "short" } as const;
  const isThisYear = format({ year: "numeric" }) === year;
  const named = ["Today", "Yesterday"][today - dayNumber(format(numbers))];
  return {
    short: format({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" }),
    day: named ?? format(isThisYear ? date : { ...date, year: "numeric" }),
    full: `${format({ dateStyle: "full", timeStyle: "long" })} (${timestamp} UTC)`.replace("Z UTC", " UTC"),
  };
}

const numbers = { year: "numeric", month: "2-digit", day: "2-digit" } as const;

/** The number of a day, such as `11/21/2026`, whatever the number of its hours. */
const dayNumber = (date: string) => Date.parse(`${date} UTC`) / 86_400_000;

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Keeps formatters, because making one takes longer than a hundred uses. */
function formatterOf(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const name = JSON.stringify(options);
  const formatter = formatters.get(name) ?? new Intl.DateTimeFormat("en", options);
  formatters.set(name, formatter);
  return formatter;
}
