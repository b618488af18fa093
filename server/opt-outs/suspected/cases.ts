import type { Timestamp } from "../../db/timestamp.ts";
import type { SuspicionKind } from "../phrases.ts";

/** A text that may withdraw consent. */
export interface SuspectedCase {
  id: string;
  phoneNumber: string;
  messageId: string;
  businessNumberId: string;
  kind: SuspicionKind;
  rule: string;
  status: "open" | "honored" | "dismissed" | "superseded";
  dueAt: Timestamp;
  decidedAt: Timestamp | null;
  decidedBy: string | null;
  note: string | null;
  createdAt: Timestamp;
}

/** The columns of a case. */
export const caseColumns = [
  "id",
  "phoneNumber",
  "messageId",
  "businessNumberId",
  "kind",
  "rule",
  "status",
  "dueAt",
  "decidedAt",
  "decidedBy",
  "note",
  "createdAt",
] as const satisfies (keyof SuspectedCase)[];

const dayMilliseconds = 24 * 60 * 60 * 1_000;

/** How many weekdays a person has to decide. Holidays count, so the time is never too late. */
const weekdays = 10;

/** The same time of day, ten weekdays later in UTC. */
export function dueAfter(receivedAt: Timestamp): Timestamp {
  const day = new Date(`${receivedAt.slice(0, 10)}T00:00:00Z`);
  for (let left = weekdays; left > 0; ) {
    day.setTime(day.getTime() + dayMilliseconds);
    if (day.getUTCDay() % 6 !== 0) left -= 1;
  }
  return `${day.toISOString().slice(0, 10)}${receivedAt.slice(10)}`;
}
