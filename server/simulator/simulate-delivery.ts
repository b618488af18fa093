import { sql } from "kysely";
import { readClock } from "../db/clock.ts";
import { readAllTeams } from "../db/commit/of-teams.ts";
import { type EntityManager, queries } from "../db/orm.ts";
import type { DeliveryStatus } from "../db/schema/entities/message.ts";
import { rows } from "../db/sql/rows.ts";
import type { StatusChange } from "../events/status-events.ts";
import { undeliveredErrorCode } from "../provider/simulated/send.ts";
import type { Deliveries } from "../texts/delivery-tables.ts";
import { statusAfter } from "../texts/status.ts";

/** How many texts one call moves. A larger backlog takes several calls. */
const stepSize = 1_000;

/** A text that the simulated carrier has accepted. */
export interface WaitingText {
  teamId: string;
  id: string;
  deliveries: Deliveries;
}

/** Finds texts that wait for the simulated carrier, the oldest first. */
export async function findWaiting(em: EntityManager, deliveries: Deliveries): Promise<WaitingText[]> {
  const waiting = sql<{ team_id: string; id: string }>`
    select team_id, id, updated_at from ${deliveries.table} where simulated_outcome is not null
  `;
  const due = await readAllTeams(em, waiting, { by: "updated_at", limit: stepSize });
  return due.map(({ team_id: teamId, id }) => ({ teamId, id, deliveries }));
}

/**
 * Moves texts of a table by one step: from queued to sent, or from sent to their final status. Returns the moved texts. As
 * for any carrier, no status goes back.
 */
export async function simulateDelivery(
  tx: EntityManager,
  { kind, table, status, statusCallback }: Deliveries,
  waiting: WaitingText[],
): Promise<StatusChange[]> {
  const texts = waiting.filter(({ deliveries }) => deliveries.kind === kind);
  if (texts.length === 0) return [];
  const now = await readClock(tx);
  const current = sql`m.${status}`;
  const isOnItsWay = sql`${current} in ('queued', 'sending')`;
  const reported = sql`(case when ${isOnItsWay} then 'sent' else m.simulated_outcome end)`;
  const { rows: moved } = await sql<{
    team_id: string;
    id: string;
    status: DeliveryStatus;
    error_code: string | null;
    status_callback: string | null;
  }>`
    update ${table} m set
      ${status} = ${statusAfter(reported, current, sql`m.error_code`)},
      error_code = case when ${current} = 'sent' and m.simulated_outcome = 'undelivered' then ${undeliveredErrorCode}
        else m.error_code end,
      simulated_outcome = case when ${isOnItsWay} then m.simulated_outcome end,
      updated_at = ${now}::timestamptz
    from (
      select a.team_id, a.id from ${rows("a", texts.toSorted(inOrder), { teamId: "uuid", id: "uuid" })}
      cross join lateral (
        select from ${table} t
        where t.team_id = a.team_id and t.id = a.id and t.simulated_outcome is not null
        limit 1 for update skip locked
      ) t
    ) due
    where m.team_id = due.team_id and m.id = due.id
    returning m.team_id, m.id, ${current} as status, m.error_code, ${statusCallback} as status_callback
  `.execute(queries(tx));
  return moved.map((row) => {
    const { team_id: teamId, id, status, error_code: errorCode, status_callback } = row;
    return { kind, teamId, id, status, errorCode, statusCallback: status_callback };
  });
}

const inOrder = (a: WaitingText, b: WaitingText) => (`${a.teamId} ${a.id}` < `${b.teamId} ${b.id}` ? -1 : 1);
