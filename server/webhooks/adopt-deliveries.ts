import { sql } from "kysely";
import { readClock } from "../db/clock.ts";
import { readAllTeams } from "../db/cluster/read-all-teams.ts";
import { type EntityManager, queries } from "../db/orm.ts";
import { rows } from "../db/rows.ts";
import { hostOf } from "./reply-delivery.ts";
import { markDue } from "./targets.ts";

const batchSize = 500;

/**
 * Gives pending deliveries their targets if an earlier version has queued them, before or during an update. Their jobs
 * are deleted. Returns whether there may be more.
 */
export async function adoptDeliveries(em: EntityManager): Promise<boolean> {
  const pending = sql<{ team_id: string; id: string; url: string }>`
    select team_id, id, url from webhook_delivery where status = 'pending' and target is null
  `;
  const found = await readAllTeams(em, pending, { by: "team_id, id", limit: batchSize });
  if (found.length === 0) return false;
  const deliveries = found.map(({ team_id: teamId, id, url }) => ({ teamId, id, name: hostOf(url) }));
  await em.transactional(async (tx) => {
    const dueAt = await readClock(tx);
    await sql`
      update webhook_delivery d set target = a.name
      from ${rows("a", deliveries, { teamId: "uuid", id: "uuid", name: "text" })}
      where d.team_id = a.team_id and d.id = a.id and d.target is null
    `.execute(queries(tx));
    await markDue(
      tx,
      deliveries.map(({ teamId, name }) => ({ teamId, name, dueAt })),
    );
    const ids = deliveries.map(({ id }) => id);
    await sql`
      delete from pgboss.job where name = 'webhooks.deliver' and state < 'active' and data->>'deliveryId' = any (${ids})
    `.execute(queries(tx));
  });
  return deliveries.length === batchSize;
}
