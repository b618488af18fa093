import { readClock } from "../db/clock.ts";
import { lockNames } from "../db/lock-names.ts";
import type { Timestamp } from "../db/timestamp.ts";
import type { Scope } from "../scope.ts";

/**
 * Every change of a team's contacts first takes this lock, until its transaction ends: changes come one after the
 * other, each sees what the last one left, and no two wait for each other.
 *
 * Gives the moment of the change. It is read when the lock is held and not when the request was admitted, so that later
 * changes have later moments: who asks for what changed after the newest moment they saw misses nothing.
 */
export async function lockContacts({ em, teamId }: Pick<Scope, "em" | "teamId">): Promise<Timestamp> {
  await lockNames(em, [`contacts\n${teamId}`]);
  return readClock(em);
}
