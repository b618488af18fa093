import { sql } from "kysely";
import { readClock } from "../db/clock.ts";
import { isId } from "../db/columns.ts";
import type { Team } from "../db/entities/team.ts";
import type { WebhookAttempt } from "../db/entities/webhook-attempt.ts";
import type { WebhookDelivery, WebhookDeliveryStatus } from "../db/entities/webhook-delivery.ts";
import { type EntityManager, queries } from "../db/orm.ts";
import type { Enqueue } from "../queue/enqueue.ts";
import { TeamError } from "../teams/teams.ts";
import { deliveryJob } from "./jobs.ts";

export type Delivery = Pick<
  WebhookDelivery,
  "id" | "messageId" | "url" | "status" | "attemptCount" | "nextAttemptAt" | "createdAt" | "updatedAt"
>;

const columns = [
  ...(["id", "messageId", "url", "status", "attemptCount", "nextAttemptAt", "createdAt", "updatedAt"] as const),
];

export type Attempted = Pick<
  WebhookAttempt,
  "number" | "startedAt" | "durationMilliseconds" | "status" | "error" | "answer"
>;

/** A team's newest deliveries, or its newest of a status. */
export function listDeliveries(
  em: EntityManager,
  team: Team,
  { status, limit }: { status?: WebhookDeliveryStatus | undefined; limit: number },
): Promise<Delivery[]> {
  const all = queries(em).selectFrom("WebhookDelivery").select(columns).where("teamId", "=", team.id);
  const asked = status === undefined ? all : all.where("status", "=", status);
  return asked.orderBy("id", "desc").limit(limit).execute();
}

/** One delivery with its attempts, the first one first. @throws TeamError if the team has none with that id */
export async function getDelivery(
  em: EntityManager,
  team: Team,
  id: string,
): Promise<Delivery & { attempts: Attempted[] }> {
  const ofTeam = queries(em).selectFrom("WebhookDelivery").select(columns).where("teamId", "=", team.id);
  const delivery = isId(id) ? await ofTeam.where("id", "=", id).executeTakeFirst() : undefined;
  if (!delivery) throw unknown(id);
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
 * Has deliveries posted once more, now, whatever became of them; those that are waiting need not wait longer. After that
 * the schedule goes on where it was.
 *
 * @throws TeamError if the team has none with one of the ids; then nothing is posted
 */
export async function retryDeliveries(em: EntityManager, enqueue: Enqueue, team: Team, ids: string[]): Promise<void> {
  const asked = [...new Set(ids.map((id) => id.toLowerCase()))];
  await em.transactional(async (tx) => {
    const now = await readClock(tx);
    const { rows } = await sql<{ id: string; url: string; attempt_count: number }>`
      update webhook_delivery set status = 'pending', next_attempt_at = ${now}::timestamptz,
        updated_at = greatest(updated_at, ${now}::timestamptz)
      where team_id = ${team.id} and id = any (${asked.filter(isId)}::uuid[])
      returning id, url, attempt_count
    `.execute(queries(tx));
    const found = new Set(rows.map(({ id }) => id));
    const missing = asked.find((id) => !found.has(id));
    if (missing !== undefined) throw unknown(missing);
    await enqueue(
      tx,
      "webhooks.deliver",
      rows.map(({ id, url, attempt_count }) => deliveryJob({ teamId: team.id, id, url, attempt: attempt_count + 1 })),
    );
  });
}

const unknown = (id: string) => new TeamError("not_found", `The team has no delivery ${id}.`);
