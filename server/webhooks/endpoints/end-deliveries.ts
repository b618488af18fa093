import { sql } from "kysely";
import { type EntityManager, prepared, queries } from "../../db/orm.ts";
import { targetOf } from "./endpoint-target.ts";

/** The number of deliveries that one statement ends. */
const batchSize = 1_000;

/**
 * Ends the pending deliveries of an endpoint that is disabled, deleted or gone. Each statement looks at the endpoint and
 * its deliveries in one snapshot, so it ends none that were queued after the endpoint was enabled again.
 */
export async function endDeliveries(em: EntityManager, teamId: string, endpointId: string): Promise<void> {
  for (;;) {
    const { numAffectedRows } = await sql`
      update webhook_delivery set status = 'failed', next_attempt_at = null, updated_at = greatest(updated_at, now())
      where team_id = ${teamId}::uuid and id = any (array(
        select id from webhook_delivery
        where team_id = ${teamId}::uuid and target = ${targetOf(endpointId)} and status = 'pending' and not exists (
          select from webhook_endpoint
          where team_id = ${teamId}::uuid and id = ${endpointId}::uuid and disabled_at is null and deleted_at is null
        )
        order by next_attempt_at, id limit ${batchSize}::int for update skip locked
      )) and status = 'pending'
    `.execute(prepared(em));
    if (Number(numAffectedRows) < batchSize) return;
  }
}

/** Ends the deliveries of a disabled endpoint that no worker has ended yet. The caller has locked the endpoint. */
export async function endRemaining(tx: EntityManager, teamId: string, endpointId: string): Promise<void> {
  await sql`
    update webhook_delivery set status = 'failed', next_attempt_at = null, updated_at = greatest(updated_at, now())
    where team_id = ${teamId}::uuid and target = ${targetOf(endpointId)} and status = 'pending'
  `.execute(queries(tx));
}
