import { sql } from "kysely";
import { ApiError } from "../../errors.ts";
import type { Scope } from "../../operations/scope.ts";
import { cancelWaiting } from "../pending/cancel-waiting.ts";
import type { CancelCode } from "../pending/pending-text.ts";
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
  if (text instanceof ApiError) throw text;
  const decision = { status: "rejected", errorCode: code, decidedBy: apiKeyId, note, now } as const;
  await cancelWaiting(em, teamId, sql`waiting.id = ${id}`, decision);
  return getApproval(scope, id);
}
