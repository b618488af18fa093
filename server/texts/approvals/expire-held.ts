import { sql } from "kysely";
import { readClock } from "../../db/clock.ts";
import { readAllTeams, transactOfTeam } from "../../db/commit/of-teams.ts";
import { type EntityManager, ormOf, queries } from "../../db/orm.ts";
import { byTeam } from "../../db/sql/by-team.ts";
import { recordCanceledEvents } from "../../events/canceled-events.ts";
import { canceling } from "../discard.ts";
import { type CancelCode, type PendingRow, pendingTextOf } from "../pending/pending-text.ts";
import { endHeld } from "./end-held.ts";

const stepSize = 500;

const code: CancelCode = "approval_expired";

/**
 * Cancels the texts that nobody has decided about in time, and returns their number. A text that somebody decides about at
 * the same time is left to that decision, which is refused if it is too late.
 */
export async function expireHeld(em: EntityManager): Promise<number> {
  const now = await readClock(em);
  const overdue = await readAllTeams(
    em,
    sql<{ team_id: string; id: string }>`
      select team_id, id, expires_at from approval where status = 'held' and expires_at <= ${now}::timestamptz
    `,
    { by: "expires_at", limit: stepSize },
  );
  let expired = 0;
  for (const [teamId, ofTeam] of byTeam(overdue, ({ team_id }) => team_id)) {
    const ids = ofTeam.map(({ id }) => id);
    expired += await transactOfTeam(ormOf(em), teamId, async (tx) => {
      const { rows } = await sql<PendingRow>`
        update pending_message waiting set ${canceling}, error_code = ${code}, updated_at = ${now}::timestamptz
        from (
          select id from pending_message
          where team_id = ${teamId} and id = any (${ids}::uuid[]) and status = 'held'
          order by id for update skip locked
        ) as held
        where waiting.team_id = ${teamId} and waiting.id = held.id
        returning waiting.*
      `.execute(queries(tx));
      const decision = { status: "expired", errorCode: code, decidedBy: null, note: null, now } as const;
      await endHeld(
        tx,
        teamId,
        rows.map(({ id }) => id),
        decision,
      );
      await recordCanceledEvents(tx, rows.map(pendingTextOf));
      return rows.length;
    });
  }
  return expired;
}
