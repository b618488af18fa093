/**
 * The endpoints of API keys, for operators. The key of an endpoint is the one that gave it its address. An endpoint
 * outlives its key, because a receiver should not lose events when keys are exchanged.
 */

import { sql } from "kysely";
import { readClock } from "../../db/clock.ts";
import { transactOfTeam } from "../../db/commit/of-teams.ts";
import { type EntityManager, ormOf, queries } from "../../db/orm.ts";
import { ApiKey } from "../../db/schema/entities/api-key.ts";
import { WebhookEndpoint } from "../../db/schema/entities/webhook-endpoint.ts";
import { recordWrites } from "../../operations/audit/record-writes.ts";
import { markDue } from "../queue/targets.ts";
import { targetOf } from "./endpoint-target.ts";

/** The endpoints of a key, the oldest first. */
export async function listEndpointsOfKey(em: EntityManager, apiKeyId: string): Promise<WebhookEndpoint[]> {
  const { teamId } = await em.findOneOrFail(ApiKey, { id: apiKeyId });
  return em.find(WebhookEndpoint, { teamId, apiKeyId, deletedAt: null }, { orderBy: { createdAt: "asc", id: "asc" } });
}

/** Disables the endpoints of a key that is being revoked. Each leaves an audit event of that command. */
export async function disableEndpointsOfKey(em: EntityManager, apiKeyId: string): Promise<void> {
  const { teamId } = await em.findOneOrFail(ApiKey, { id: apiKeyId });
  await transactOfTeam(ormOf(em), teamId, async (tx) => {
    const now = await readClock(tx);
    const { rows } = await sql<{ id: string }>`
      update webhook_endpoint set disabled_at = ${now}::timestamptz, replay_until = null,
        updated_at = greatest(updated_at, ${now}::timestamptz)
      where team_id = ${teamId} and api_key_id = ${apiKeyId} and disabled_at is null and deleted_at is null
      returning id
    `.execute(queries(tx));
    const source = { teamId, now };
    await recordWrites(
      tx,
      rows.map(({ id }) => ({ source, operation: "keys revoke", target: id })),
    );
    await markDue(
      tx,
      rows.map(({ id }) => ({ teamId, name: targetOf(id), dueAt: now })),
    );
  });
}

/** An enabled endpoint that its key could not make now. */
export interface LeftEndpoint {
  id: string;
  url: string;
  /** The name of its team. */
  team: string;
  apiKeyId: string;
  /** The state of its key. A key of mode `test` makes endpoints of that mode only. */
  reason: "revoked" | "expired" | "test";
}

/** The enabled endpoints of all teams whose key is revoked, expired, or of mode `test` while they get live events. */
export async function findLeftEndpoints(em: EntityManager): Promise<LeftEndpoint[]> {
  const { rows } = await sql<Omit<LeftEndpoint, "apiKeyId"> & { api_key_id: string }>`
    select e.id, e.url, t.name as team, e.api_key_id,
      case when k.revoked_at is not null then 'revoked' when k.expires_at <= now() then 'expired' else 'test' end
        as reason
    from webhook_endpoint e join api_key k on k.id = e.api_key_id join team t on t.id = e.team_id
    where e.disabled_at is null and e.deleted_at is null and (
      k.revoked_at is not null or k.expires_at <= now() or k.mode = 'test' and e.test_mode is distinct from true
    )
    order by t.name, e.id
  `.execute(queries(em));
  return rows.map(({ api_key_id: apiKeyId, ...endpoint }) => ({ ...endpoint, apiKeyId }));
}
