import { sql } from "kysely";
import { fail } from "../../errors.ts";
import type { Scope } from "../../operations/scope.ts";
import { getRecord } from "../look-up/records.ts";
import { cancelWaiting } from "./cancel-waiting.ts";
import { findPending, type WaitingText } from "./find-pending.ts";

/**
 * Cancels a text that waits, for its time or for an approval, in the transaction of the request. If a dispatcher or an
 * approval has the row, this waits for its commit.
 *
 * @throws message_not_found; message_not_cancelable for any other text
 */
export async function cancelText(scope: Scope, id: string): Promise<WaitingText> {
  const { em, teamId, apiKeyId, testMode, now } = scope;
  // Looked up by the key alone, because PostgreSQL could read a whole index by status otherwise.
  const isCanceled = sql`waiting.id = any (array(
    select id from pending_message where team_id = ${teamId} and id = ${id} limit 1 for update
  )) and waiting.test_mode = ${testMode} and waiting.status in ('scheduled', 'held')`;
  const decision = { status: "canceled", errorCode: null, decidedBy: apiKeyId, note: null, now } as const;
  const canceled = await cancelWaiting(em, teamId, isCanceled, decision);
  const text = await findPending(em, teamId, id);
  if (canceled.length > 0) return text!;
  if (text?.testMode === testMode) fail("message_not_cancelable");
  await getRecord(scope, id);
  return fail("message_not_cancelable");
}
