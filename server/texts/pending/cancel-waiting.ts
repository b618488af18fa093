import { type RawBuilder, sql } from "kysely";
import { type EntityManager, prepared } from "../../db/orm.ts";
import { recordCanceledEvents } from "../../events/canceled-events.ts";
import type { Decision } from "../approvals/approval-rows.ts";
import { endHeld } from "../approvals/end-held.ts";
import { canceling } from "../discard.ts";
import { type PendingRow, type PendingText, pendingTextOf } from "./pending-text.ts";

/**
 * Cancels the texts `waiting` of a team that a condition selects, and ends the approvals that some of them wait for. Records
 * events about texts that the server cancels itself, which has an error code. Returns the texts.
 */
export async function cancelWaiting(
  tx: EntityManager,
  teamId: string,
  isCanceled: RawBuilder<unknown>,
  decision: Decision,
): Promise<PendingText[]> {
  const { errorCode, now } = decision;
  const { rows } = await sql<PendingRow>`
    update pending_message waiting set ${canceling}, error_code = ${errorCode}, updated_at = ${now}::timestamptz
    where waiting.team_id = ${teamId} and ${isCanceled} returning waiting.*
  `.execute(prepared(tx));
  const texts = rows.map(pendingTextOf);
  await endHeld(
    tx,
    teamId,
    texts.map(({ id }) => id),
    decision,
  );
  if (errorCode !== null) await recordCanceledEvents(tx, texts);
  return texts;
}
