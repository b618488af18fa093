import { plusMicroseconds, type Timestamp } from "../db/timestamp.ts";

const dayMicroseconds = 24 * 60 * 60 * 1_000_000;

/** The days whose counts are kept: those that a request can ask for. */
export const keptDays = 31;

/** The midnight UTC that begins the day of a timestamp. */
export const midnightOf = (time: Timestamp): Timestamp => `${time.slice(0, 10)}T00:00:00.000000Z`;

export const plusDays = (time: Timestamp, days: number): Timestamp => plusMicroseconds(time, days * dayMicroseconds);
