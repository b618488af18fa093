import type { Scope } from "../../operations/scope.ts";
import { getRecord, type RecordRow } from "../look-up/records.ts";
import { findPending, type WaitingText } from "../pending/find-pending.ts";

/** A text waits, is queued or is being sent, so it is neither redacted nor deleted. */
export type InProgress = "in_progress";

/** What is redacted or deleted: a message, or a text that was canceled before it became one. */
type Subject = { message: RecordRow; canceled?: undefined } | { message?: undefined; canceled: WaitingText };

/**
 * Finds a text of the team, in the mode of the request, that nobody handles any more. A status never leads back to one that is
 * in progress, except for a text whose outcome was unknown.
 *
 * @throws message_not_found
 */
export async function findSubject(scope: Scope, id: string): Promise<Subject | InProgress> {
  const { em, teamId, testMode } = scope;
  // A text that waits can become a message between the two reads.
  const pending = await findPending(em, teamId, id);
  if (pending?.testMode === testMode) {
    return pending.status === "canceled" ? { canceled: pending } : "in_progress";
  }
  const message = await getRecord(scope, id);
  return message.status === "queued" || message.status === "sending" ? "in_progress" : { message };
}
