import { sql } from "kysely";
import { prepared } from "../../db/orm.ts";
import { fail } from "../../errors.ts";
import type { Scope } from "../../operations/scope.ts";
import { endHeld } from "../approvals/end-held.ts";
import { canceling } from "../discard.ts";
import { getRecord } from "../look-up/records.ts";
import { findPending, type WaitingText } from "./find-pending.ts";

/**
 * Cancels a text that waits, for its time or for an approval, in the transaction of the request. If a dispatcher or an
 * approval has the row, this waits for its commit.
 *
 * @throws message_not_found; message_not_cancelable for any other text
 */
export async function cancelText(scope: Scope, id: string): Promise<WaitingText> {
  const { em, teamId, apiKeyId, testMode, now } = scope;
  const { rows: canceled } = await sql`
    update pending_message waiting set ${canceling}, updated_at = ${now}::timestamptz
    from (
      select id, status, test_mode from pending_message where team_id = ${teamId} and id = ${id} limit 1 for update
    ) as found
    where waiting.team_id = ${teamId} and waiting.id = found.id and found.test_mode = ${testMode}
      and found.status in ('scheduled', 'held')
    returning waiting.id
  `.execute(prepared(em));
  const decision = { status: "canceled", errorCode: null, decidedBy: apiKeyId, note: null, now } as const;
  if (canceled.length > 0) await endHeld(em, teamId, [id], decision);
  const text = await findPending(em, teamId, id);
  if (canceled.length > 0) return text!;
  if (text?.testMode === testMode) fail("message_not_cancelable");
  await getRecord(scope, id);
  return fail("message_not_cancelable");
}
