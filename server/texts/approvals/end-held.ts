import type { EntityManager } from "../../db/orm.ts";
import { recordDecidedEvents } from "../../events/approval-events.ts";
import { type DecidedText, type Decision, decide, lockHeldOf } from "./approval-rows.ts";
import { leaveThreads } from "./open-threads.ts";

/**
 * Ends the approvals of texts that have just been canceled, and records the events. Texts that waited for something else
 * are left out. The transaction of the caller has the locks of the texts.
 */
export async function endHeld(tx: EntityManager, teamId: string, ids: string[], decision: Decision): Promise<void> {
  await recordDecidedEvents(tx, await endApprovals(tx, teamId, ids, decision), decision);
}

/** The same without the events, which are the last rows that a transaction locks. Returns the texts that were held. */
export async function endApprovals(
  tx: EntityManager,
  teamId: string,
  ids: string[],
  decision: Decision,
): Promise<DecidedText[]> {
  const decided = await decide(tx, teamId, ids, decision);
  if (decided.length === 0) return [];
  await lockHeldOf(tx, [teamId]);
  await leaveThreads(
    tx,
    teamId,
    decided.map(({ id }) => id),
  );
  return decided;
}
