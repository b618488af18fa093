import { sql } from "kysely";
import { byTeam } from "../db/by-team.ts";
import { readClock } from "../db/clock.ts";
import { type EntityManager, queries } from "../db/orm.ts";
import { readAllTeams } from "../db/read-all-teams.ts";
import type { DeliveryStatus } from "../db/schema/entities/message.ts";
import type { StatusChange } from "../events/status-events.ts";
import { undeliveredErrorCode } from "../provider/simulated.ts";
import type { Deliveries } from "../sending/delivery-tables.ts";
import { statusAfter } from "../sending/status.ts";

/** How many texts one call moves. A larger backlog takes several calls. */
const stepSize = 1_000;

/**
 * Moves the texts that the simulated carrier has accepted by one step: from queued to sent, or from sent to their final
 * status. One statement moves all texts of a team in a table. Returns the moved texts. As for any carrier, no status
 * goes back.
 */
export async function simulateDelivery(
  em: EntityManager,
  { kind, table, status }: Deliveries,
): Promise<StatusChange[]> {
  const now = await readClock(em);
  const current = sql`m.${status}`;
  const isOnItsWay = sql`${current} in ('queued', 'sending')`;
  const reported = sql`(case when ${isOnItsWay} then 'sent' else m.simulated_outcome end)`;
  const waiting = sql<{ team_id: string; id: string }>`
    select team_id, id, updated_at from ${table} where simulated_outcome is not null
  `;
  const due = await readAllTeams(em, waiting, { by: "updated_at", limit: stepSize });
  const moved: StatusChange[] = [];
  for (const [teamId, teamTexts] of byTeam(due, ({ team_id }) => team_id)) {
    const ids = teamTexts.map(({ id }) => id).toSorted();
    const { rows } = await sql<{ id: string; status: DeliveryStatus; error_code: string | null }>`
      update ${table} m set
        ${status} = ${statusAfter(reported, current, sql`m.error_code`)},
        error_code = case when ${current} = 'sent' and m.simulated_outcome = 'undelivered' then ${undeliveredErrorCode}
          else m.error_code end,
        simulated_outcome = case when ${isOnItsWay} then m.simulated_outcome end,
        updated_at = ${now}::timestamptz
      from (
        select a.id from unnest(${ids}::uuid[]) as a (id)
        cross join lateral (
          select from ${table} t
          where t.team_id = ${teamId} and t.id = a.id and t.simulated_outcome is not null
          limit 1 for update skip locked
        ) t
      ) due
      where m.team_id = ${teamId} and m.id = due.id
      returning m.id, ${current} as status, m.error_code
    `.execute(queries(em));
    moved.push(...rows.map(({ id, status, error_code }) => ({ kind, teamId, id, status, errorCode: error_code })));
  }
  return moved;
}
