import { readClock } from "../db/clock.ts";
import { lockNames } from "../db/locks.ts";
import type { Timestamp } from "../db/timestamp.ts";
import type { Scope } from "../operations/scope.ts";

/**
 * Locks a team's contacts until the transaction ends. Every change of contacts takes this lock first, so changes run one
 * after another without deadlocks.
 *
 * Returns the timestamp of the change. It is read while the lock is held, not when the request was admitted, so later
 * changes have later timestamps. A client that lists the changes after the newest timestamp that it saw misses none.
 */
export async function lockContacts({ em, teamId }: Pick<Scope, "em" | "teamId">): Promise<Timestamp> {
  await lockNames(em, [`contacts\n${teamId}`]);
  return readClock(em);
}
