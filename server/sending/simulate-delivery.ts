import { sql } from "kysely";
import { readClock } from "../db/clock.ts";
import type { DeliveryStatus } from "../db/entities/message.ts";
import { type EntityManager, queries } from "../db/orm.ts";
import { undeliveredErrorCode } from "../provider/simulated.ts";
import type { Deliveries } from "./deliveries.ts";
import { statusAfter } from "./status.ts";

/** How many texts one step moves; a larger backlog takes several. */
const stepSize = 1_000;

/** A text that the simulated carrier has moved. */
export interface Moved {
  teamId: string;
  id: string;
  status: DeliveryStatus;
}

/**
 * Moves the texts of a table that the simulated carrier accepted one step on: queued to sent, sent to how they end. One
 * statement for all of them, whichever team they belong to; answers what it moved. Like the word of any carrier, its
 * own moves none back.
 */
export async function simulateDelivery(em: EntityManager, { table, status }: Deliveries): Promise<Moved[]> {
  const now = await readClock(em);
  const current = sql`m.${status}`;
  const isOnItsWay = sql`${current} in ('queued', 'sending')`;
  const word = sql`(case when ${isOnItsWay} then 'sent' else m.simulated_outcome end)`;
  const { rows } = await sql<{ team_id: string; id: string; status: DeliveryStatus }>`
    update ${table} m set
      ${status} = ${statusAfter(word, current, sql`m.error_code`)},
      error_code = case when ${current} = 'sent' and m.simulated_outcome = 'undelivered' then ${undeliveredErrorCode}
        else m.error_code end,
      simulated_outcome = case when ${isOnItsWay} then m.simulated_outcome end,
      updated_at = ${now}::timestamptz
    from (
      select team_id, id from ${table} where simulated_outcome is not null
      order by updated_at limit ${stepSize} for update skip locked
    ) due
    where m.team_id = due.team_id and m.id = due.id
    returning m.team_id, m.id, ${current} as status
  `.execute(queries(em));
  return rows.map(({ team_id, id, status }) => ({ teamId: team_id, id, status }));
}
