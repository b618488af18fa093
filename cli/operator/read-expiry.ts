import type { EntityManager } from "../../server/db/orm.ts";
import type { Timestamp } from "../../server/db/timestamp.ts";
import { Failure } from "../failures.ts";

const unitSeconds = { m: 60, h: 3_600, d: 86_400 };

/**
 * Reads a time of expiry: a date (midnight UTC), a timestamp, or a duration such as `90d` from the database's current
 * time.
 *
 * @throws Failure (invalid) for any other text
 */
export async function readExpiry(em: EntityManager, text: string): Promise<Timestamp> {
  const { readClock } = await import("../../server/db/clock.ts");
  const { parseTimestamp, plusMicroseconds } = await import("../../server/db/timestamp.ts");
  const [, amount, unit] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  if (amount !== undefined) {
    return plusMicroseconds(await readClock(em), Number(amount) * unitSeconds[unit as "m"] * 1_000_000);
  }
  const timestamp = parseTimestamp(text);
  if (timestamp !== undefined) return timestamp;
  throw new Failure("invalid", `Expected a date, a timestamp or a duration such as 90d, not "${text}".`);
}
