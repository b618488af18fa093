import { sql } from "kysely";
import { type EntityManager, prepared } from "../../db/orm.ts";
import { fromPostgres } from "../../db/timestamp.ts";
import { ApiError } from "../../errors.ts";
import type { Scope } from "../../operations/scope.ts";
import { type PendingRow, type PendingText, pendingTextOf } from "../pending/pending-text.ts";

/**
 * Locks a text that waits for an approval, and returns it, or the error of a text that nobody can decide about: with the
 * codes approval_not_found and approval_already_decided. The clock is read under the lock, so a text is approved before its
 * time is over, or never.
 */
export async function lockHeld(
  tx: EntityManager,
  { teamId, testMode }: Pick<Scope, "teamId" | "testMode">,
  id: string,
): Promise<PendingText | ApiError> {
  const { rows: waiting } = await sql<PendingRow>`
    select * from pending_message where team_id = ${teamId} and id = ${id} limit 1 for update
  `.execute(prepared(tx));
  const { rows: approvals } = await sql<{ test_mode: boolean; expires_at: string; now: string }>`
    select test_mode, expires_at, clock_timestamp() as now from approval
    where team_id = ${teamId} and id = ${id} limit 1
  `.execute(prepared(tx));
  const [approval] = approvals;
  if (approval?.test_mode !== testMode) return new ApiError("approval_not_found");
  const [row] = waiting;
  const isOver = fromPostgres(approval.expires_at) <= fromPostgres(approval.now);
  return row?.status === "held" && !isOver ? pendingTextOf(row) : new ApiError("approval_already_decided");
}
