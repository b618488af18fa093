import { readClock } from "../../db/clock.ts";
import type { EntityManager } from "../../db/orm.ts";
import type { QuietHours, Team } from "../../db/schema/entities/team.ts";
import { plusMicroseconds } from "../../db/timestamp.ts";
import { setQuietHours, TeamError } from "../../keys/teams.ts";
import { findNextAllowed } from "./next-allowed.ts";
import { knownTimeZones } from "./time-zones.ts";

const dayMicroseconds = 24 * 60 * 60 * 1_000_000;

/**
 * Checks and sets the quiet hours of a team.
 *
 * @throws TeamError for a time or a zone that is not valid, and for hours that leave no time to text all zones
 */
export async function changeQuietHours(em: EntityManager, name: string, quietHours: QuietHours): Promise<Team> {
  const { from, to, zones } = quietHours;
  for (const time of [from, to]) {
    if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(time))
      throw new TeamError("invalid", `Expected a time of day such as 21:00, not "${time}".`);
  }
  if (from === to) throw new TeamError("invalid", "Quiet hours must end at another time than they begin.");
  if (zones.length === 0) throw new TeamError("invalid", "Quiet hours need at least one time zone.");
  if (zones.length > maxZones) throw new TeamError("invalid", `Quiet hours have at most ${maxZones} time zones.`);
  const known = await knownTimeZones(em);
  const unknown = zones.find((zone) => !known.has(zone));
  if (unknown !== undefined)
    throw new TeamError("invalid", `PostgreSQL knows no time zone "${unknown}". Give a name such as America/New_York.`);
  await requireTimeToText(em, quietHours);
  return setQuietHours(em, name, quietHours);
}

const maxZones = 24;

/** Requires a time that is allowed in all zones on each day of the next year, whatever the zones' clocks do. */
async function requireTimeToText(em: EntityManager, quietHours: QuietHours): Promise<void> {
  const now = await readClock(em);
  const days = Array.from({ length: 366 }, (_, day) => plusMicroseconds(now, day * dayMicroseconds));
  const allowed = await findNextAllowed(
    em,
    days.map((at) => ({ ...quietHours, at })),
  );
  if (allowed.some((next, index) => next !== undefined && next > plusMicroseconds(days[index]!, dayMicroseconds)))
    throw new TeamError("invalid", "It is always quiet in one of these time zones, so nobody could be texted.");
}
