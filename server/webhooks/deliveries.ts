import { sql } from "kysely";
import { readClock } from "../db/clock.ts";
import { transactOfTeam } from "../db/cluster/places.ts";
import { type EntityManager, ormOf, queries } from "../db/orm.ts";
import type { Team } from "../db/schema/entities/team.ts";
import type { WebhookAttempt } from "../db/schema/entities/webhook-attempt.ts";
import type { WebhookDelivery, WebhookDeliveryStatus } from "../db/schema/entities/webhook-delivery.ts";
import { isId } from "../db/schema/ids.ts";
import { recordWrites } from "../operations/audit/record-writes.ts";
import { TeamError } from "../teams/teams.ts";
import { hostOf } from "./reply-delivery.ts";
import { markDue } from "./targets.ts";

/** A delivery as operators see it. */
export type DeliverySummary = Pick<
  WebhookDelivery,
  | "id"
  | "messageId"
  | "eventId"
  | "endpointId"
  | "url"
  | "status"
  | "attemptCount"
  | "nextAttemptAt"
  | "createdAt"
  | "updatedAt"
>;

const columns = [
  ...(["id", "messageId", "eventId", "endpointId", "url", "status", "attemptCount"] as const),
  ...(["nextAttemptAt", "createdAt", "updatedAt"] as const),
];

/** An attempt as operators see it. */
export type AttemptSummary = Pick<
  WebhookAttempt,
  "number" | "startedAt" | "durationMilliseconds" | "status" | "error" | "answer"
>;

/** A team's newest deliveries, or its newest deliveries with a status. */
export function listDeliveries(
  em: EntityManager,
  team: Team,
  { status, limit }: { status?: WebhookDeliveryStatus | undefined; limit: number },
): Promise<DeliverySummary[]> {
  const all = queries(em).selectFrom("WebhookDelivery").select(columns).where("teamId", "=", team.id);
  const selected = status === undefined ? all : all.where("status", "=", status);
  return selected.orderBy("id", "desc").limit(limit).execute();
}

/** One delivery with its attempts, the oldest first. @throws TeamError if the team has no delivery with that id */
export async function getDelivery(
  em: EntityManager,
  team: Team,
  id: string,
): Promise<DeliverySummary & { attempts: AttemptSummary[] }> {
  const ofTeam = queries(em).selectFrom("WebhookDelivery").select(columns).where("teamId", "=", team.id);
  const delivery = isId(id) ? await ofTeam.where("id", "=", id).executeTakeFirst() : undefined;
  if (!delivery) throw notFound(id);
  const attempts = await queries(em)
    .selectFrom("WebhookAttempt")
    .select(["number", "startedAt", "durationMilliseconds", "status", "error", "answer"])
    .where("teamId", "=", team.id)
    .where("deliveryId", "=", id)
    .orderBy("number")
    .execute();
  return { ...delivery, attempts };
}

/**
 * Schedules an attempt of each delivery now, whatever its status. A failed attempt is followed by the rest of the retry
 * schedule.
 *
 * @throws TeamError if the team has no delivery with one of the ids; then no delivery changes
 */
export async function retryDeliveries(em: EntityManager, team: Team, ids: string[]): Promise<void> {
  const deliveryIds = [...new Set(ids.map((id) => id.toLowerCase()))];
  await transactOfTeam(ormOf(em), team.id, async (tx) => {
    const now = await readClock(tx);
    const { rows } = await sql<{ id: string; url: string; target: string | null }>`
      update webhook_delivery set status = 'pending', next_attempt_at = ${now}::timestamptz,
        updated_at = greatest(updated_at, ${now}::timestamptz)
      where team_id = ${team.id} and id = any (${deliveryIds.filter(isId)}::uuid[])
      returning id, url, target
    `.execute(queries(tx));
    const found = new Set(rows.map(({ id }) => id));
    const missing = deliveryIds.find((id) => !found.has(id));
    if (missing !== undefined) throw notFound(missing);
    await recordWrites(
      tx,
      rows.map(({ id }) => ({ source: { teamId: team.id, now }, operation: "webhooks retry", target: id })),
    );
    await markDue(
      tx,
      rows.map(({ url, target }) => ({ teamId: team.id, name: target ?? hostOf(url), dueAt: now })),
    );
  });
}

const notFound = (id: string) => new TeamError("not_found", `The team has no delivery ${id}.`);
