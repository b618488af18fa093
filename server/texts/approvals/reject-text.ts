import { sql } from "kysely";
import { prepared } from "../../db/orm.ts";
import { recordCanceledEvents } from "../../events/canceled-events.ts";
import type { Scope } from "../../operations/scope.ts";
import { canceling } from "../discard.ts";
import type { CancelCode } from "../pending/pending-text.ts";
import { endHeld } from "./end-held.ts";
import { type ApprovalRow, getApproval } from "./find-approvals.ts";
import { lockHeld } from "./lock-held.ts";

const code: CancelCode = "approval_rejected";

/**
 * Rejects a text that waits for an approval, in the transaction of the request.
 *
 * @throws approval_not_found, approval_already_decided
 */
export async function rejectText(scope: Scope, id: string, note: string | null): Promise<ApprovalRow> {
  const { em, teamId, apiKeyId, now } = scope;
  const text = await lockHeld(em, scope, id);
  if (text instanceof Error) throw text;
  await sql`
    update pending_message waiting set ${canceling}, error_code = ${code}, updated_at = ${now}::timestamptz
    where team_id = ${teamId} and id = ${id}
  `.execute(prepared(em));
  await endHeld(em, teamId, [id], { status: "rejected", errorCode: code, decidedBy: apiKeyId, note, now });
  await recordCanceledEvents(em, [{ ...text, errorCode: code }]);
  return getApproval(scope, id);
}
