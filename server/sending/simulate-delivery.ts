import { sql } from "kysely";
import { readClock } from "../db/clock.ts";
import { type EntityManager, queries } from "../db/orm.ts";
import { undeliveredErrorCode } from "../provider/simulated.ts";
import { allDeliveries } from "./deliveries.ts";

/** How many texts one step moves; a larger backlog takes several. */
const stepSize = 1_000;

/**
 * Moves the texts that the simulated carrier accepted one step on: queued to sent, sent to how they end. One statement
 * for all of a kind, whichever team they belong to; answers how many it moved.
 */
export async function simulateDelivery(em: EntityManager): Promise<number> {
  const now = await readClock(em);
  let moved = 0;
  for (const { table, status } of allDeliveries) {
    const { rows } = await sql`
      update ${table} m set
        ${status} = case when m.${status} = 'sent' then m.simulated_outcome else 'sent' end,
        error_code = case when m.${status} = 'sent' and m.simulated_outcome = 'undelivered'
          then ${undeliveredErrorCode} end,
        simulated_outcome = case when m.${status} = 'sent' then null else m.simulated_outcome end,
        updated_at = ${now}::timestamptz
      from (
        select team_id, id from ${table} where simulated_outcome is not null
        order by updated_at limit ${stepSize} for update skip locked
      ) due
      where m.team_id = due.team_id and m.id = due.id
      returning 1
    `.execute(queries(em));
    moved += rows.length;
  }
  return moved;
}
