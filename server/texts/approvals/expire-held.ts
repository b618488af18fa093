import { sql } from "kysely";
import { readClock } from "../../db/clock.ts";
import { readAllTeams, transactOfTeam } from "../../db/commit/of-teams.ts";
import { type EntityManager, ormOf } from "../../db/orm.ts";
import { byTeam } from "../../db/sql/by-team.ts";
import { cancelWaiting } from "../pending/cancel-waiting.ts";
import type { CancelCode } from "../pending/pending-text.ts";

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
  const decision = { status: "expired", errorCode: code, decidedBy: null, note: null, now } as const;
  let expired = 0;
  for (const [teamId, ofTeam] of byTeam(overdue, ({ team_id }) => team_id)) {
    const ids = ofTeam.map(({ id }) => id);
    expired += await transactOfTeam(ormOf(em), teamId, async (tx) => {
      const isCanceled = sql`waiting.id = any (array(
        select id from pending_message where team_id = ${teamId} and id = any (${ids}::uuid[]) and status = 'held'
        order by id for update skip locked
      ))`;
      return (await cancelWaiting(tx, teamId, isCanceled, decision)).length;
    });
  }
  return expired;
}
