/**
 * The rows of approvals. A text waits for an approval while its row in `pending_message` is `held`. Every decision about a text
 * locks that row first, so exactly one counts.
 */
import { sql } from "kysely";
import { type EntityManager, prepared, withoutResult } from "../../db/orm.ts";
import type { ApprovalStatus, HoldReason } from "../../db/schema/entities/approval.ts";
import { lockNames } from "../../db/sql/locks.ts";
import { rows } from "../../db/sql/rows.ts";
import { plusMicroseconds, type Timestamp } from "../../db/timestamp.ts";

/** How long a text waits: as long as an Idempotency-Key is kept, so that a repetition is not held a second time. */
const waitMicroseconds = 24 * 60 * 60 * 1_000_000;

/** When a text that waits from `now` on is canceled. */
export const expiryOf = (now: Timestamp): Timestamp => plusMicroseconds(now, waitMicroseconds);

/** A text that begins to wait. */
export interface NewApproval {
  teamId: string;
  id: string;
  testMode: boolean;
  reason: HoldReason;
  apiKeyId: string;
  createdAt: Timestamp;
  expiresAt: Timestamp;
}

/** Stores approvals that nobody has decided about. */
export async function insertApprovals(tx: EntityManager, approvals: NewApproval[]): Promise<void> {
  if (approvals.length === 0) return;
  await sql`
    insert into approval (team_id, id, test_mode, status, reason, api_key_id, created_at, expires_at)
    select team_id, id, test_mode, 'held', reason, api_key_id, created_at, expires_at
    from ${rows("a", approvals, {
      teamId: "uuid",
      id: "uuid",
      testMode: "boolean",
      reason: "text",
      apiKeyId: "uuid",
      createdAt: "timestamptz",
      expiresAt: "timestamptz",
    })}
  `.execute(withoutResult(tx));
}

/** What was decided about texts. */
export interface Decision {
  status: Exclude<ApprovalStatus, "held">;
  /** Why the server cancels them; null if it does not. */
  errorCode: string | null;
  /** The key that decides; null if the server does. */
  decidedBy: string | null;
  note: string | null;
  now: Timestamp;
}

/** A text that was decided about. */
export interface DecidedText {
  teamId: string;
  id: string;
  testMode: boolean;
  businessNumberId: string | null;
}

/** Stores a decision about those of a team's waiting texts that were held, and returns them. The caller has their locks. */
export async function decide(
  tx: EntityManager,
  teamId: string,
  ids: string[],
  { status, errorCode, decidedBy, note, now }: Decision,
): Promise<DecidedText[]> {
  if (ids.length === 0) return [];
  const texts = ids.map((id) => ({ teamId, id }));
  const { rows: decided } = await sql<{ id: string; test_mode: boolean; business_number_id: string | null }>`
    update approval v set status = ${status}, error_code = ${errorCode}, decided_by = ${decidedBy}::uuid,
      decided_at = ${now}::timestamptz, note = ${note}
    from ${rows("a", texts, { teamId: "uuid", id: "uuid" })}
    cross join lateral (
      select p.business_number_id from pending_message p where p.team_id = a.team_id and p.id = a.id limit 1
    ) as p
    where v.team_id = a.team_id and v.id = a.id and v.status = 'held'
    returning v.id, v.test_mode, p.business_number_id
  `.execute(prepared(tx));
  return decided.map((row) => ({
    teamId,
    id: row.id,
    testMode: row.test_mode,
    businessNumberId: row.business_number_id,
  }));
}

/** Locks what teams hold: their number of waiting texts, and the threads that are open for them. */
export const lockHeldOf = (tx: EntityManager, teamIds: string[]): Promise<void> =>
  lockNames(
    tx,
    teamIds.map((teamId) => `held texts\n${teamId}`),
  );
