import { parseTimestamp, plusMicroseconds, type Timestamp } from "../../db/timestamp.ts";
import { refuse } from "./errors.ts";

/** A span of time, from its first moment until before its last one. */
interface Span {
  since: Timestamp | undefined;
  until: Timestamp | undefined;
}

const secondMicroseconds = 1_000_000;
const dayMicroseconds = 24 * 3_600 * secondMicroseconds;

/**
 * Reads the conditions on a date: a day or a second, from one on with `>`, until the end of one with `<`. Several are
 * joined by commas. Midnight alone is its day, because most clients of Twilio can send a day in no other form.
 *
 * @throws TwilioRefusal
 */
export function readDates(given: string | undefined): Span {
  const span: Span = { since: undefined, until: undefined };
  for (const condition of given?.split(",") ?? []) {
    const [, comparison, text = ""] = /^([<>]?)=?(.*)$/s.exec(condition) ?? [];
    const first = parseTimestamp(text) ?? refuse(20001, "DateSent must be a date or a time in ISO 8601.");
    const isDay = text.length === "2026-11-21".length || (comparison === "" && first.endsWith("T00:00:00.000000Z"));
    if (comparison !== "<") span.since = first;
    if (comparison !== ">") span.until = plusMicroseconds(first, isDay ? dayMicroseconds : secondMicroseconds);
  }
  return span;
}
