import { sql } from "kysely";
import { readClock } from "../db/clock.ts";
import { transactOfTeam } from "../db/commit/of-teams.ts";
import { type EntityManager, ormOf, queries } from "../db/orm.ts";
import type { Team } from "../db/schema/entities/team.ts";
import type { WebhookAttempt } from "../db/schema/entities/webhook-attempt.ts";
import type { WebhookDelivery, WebhookDeliveryStatus } from "../db/schema/entities/webhook-delivery.ts";
import { isId } from "../db/schema/ids.ts";
import { TeamError } from "../keys/teams.ts";
import { recordWrites } from "../operations/audit/record-writes.ts";
import { hostOf, markDue } from "./queue/targets.ts";
import { redactedPayload } from "./redact-deliveries.ts";

const columns = [
  ...(["id", "messageId", "subjectId", "eventId", "eventType", "endpointId", "url", "status", "attemptCount"] as const),
  ...(["nextAttemptAt", "createdAt", "updatedAt"] as const),
] as const;

const attemptColumns = ["number", "startedAt", "durationMilliseconds", "status", "error", "answer"] as const;

/** A delivery, as callers and operators see it. */
export type DeliverySummary = Pick<WebhookDelivery, (typeof columns)[number]>;

/** An attempt, as callers and operators see it. */
export type AttemptSummary = Pick<WebhookAttempt, (typeof attemptColumns)[number]>;

/** A delivery with its last attempt. The columns of the attempt are null before the first. */
export type ListedDelivery = Awaited<ReturnType<typeof listDeliveries>>[number];

/** Which deliveries of a team are listed. */
export interface DeliveryFilter {
  endpointId?: string;
  status?: WebhookDeliveryStatus | undefined;
  /** Only deliveries before the one with this id. */
  before?: string | undefined;
  limit: number;
}

/** The newest deliveries of a team that the filter selects, each with its last attempt. */
export function listDeliveries(
  em: EntityManager,
  { id: teamId }: Pick<Team, "id">,
  { endpointId, status, before, limit }: DeliveryFilter,
) {
  let selected = queries(em).selectFrom("WebhookDelivery").select(columns).where("teamId", "=", teamId);
  if (endpointId !== undefined) selected = selected.where("endpointId", "=", endpointId);
  if (status !== undefined) selected = selected.where("status", "=", status);
  if (before !== undefined) selected = selected.where("id", "<", before);
  return queries(em)
    .selectFrom(selected.orderBy("id", "desc").limit(limit).as("d"))
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("WebhookAttempt as w")
          .select(["w.startedAt", "w.durationMilliseconds", "w.status as answerStatus", "w.error", "w.answer"])
          .where("w.teamId", "=", teamId)
          .whereRef("w.deliveryId", "=", "d.id")
          .orderBy("w.number", "desc")
          .limit(sql.lit(1))
          .as("a"),
      (join) => join.onTrue(),
    )
    .selectAll(["d", "a"])
    .orderBy("d.id", "desc")
    .execute();
}

/** One delivery with its attempts, the oldest first. @throws TeamError if the team has no delivery with that id */
export async function getDelivery(
  em: EntityManager,
  { id: teamId }: Team,
  id: string,
): Promise<DeliverySummary & { attempts: AttemptSummary[] }> {
  const ofTeam = queries(em).selectFrom("WebhookDelivery").select(columns).where("teamId", "=", teamId);
  const delivery = isId(id) ? await ofTeam.where("id", "=", id).executeTakeFirst() : undefined;
  if (!delivery) throw notFound(id);
  const attempts = await queries(em)
    .selectFrom("WebhookAttempt")
    .select(attemptColumns)
    .where("teamId", "=", teamId)
    .where("deliveryId", "=", id)
    .orderBy("number")
    .execute();
  return { ...delivery, attempts };
}

/**
 * Schedules an attempt of each delivery now, whatever its status. A failed attempt is followed by the rest of the retry
 * schedule.
 *
 * @throws TeamError if the team has no delivery with one of the ids, or its text was redacted; then no delivery changes
 */
export async function retryDeliveries(em: EntityManager, team: Team, ids: string[]): Promise<void> {
  const deliveryIds = [...new Set(ids.map((id) => id.toLowerCase()))];
  await transactOfTeam(ormOf(em), team.id, async (tx) => {
    const now = await readClock(tx);
    const { rows } = await sql<{ id: string; url: string; target: string | null; is_door: boolean }>`
      update webhook_delivery set status = 'pending', next_attempt_at = ${now}::timestamptz,
        updated_at = greatest(updated_at, ${now}::timestamptz)
      where team_id = ${team.id} and id = any (${deliveryIds.filter(isId)}::uuid[]) and payload <> ${redactedPayload}
      returning id, url, target, is_door
    `.execute(queries(tx));
    const found = new Set(rows.map(({ id }) => id));
    const missing = deliveryIds.find((id) => !found.has(id));
    if (missing !== undefined) throw notFound(`${missing}, or its text was redacted`);
    await recordWrites(
      tx,
      rows.map(({ id }) => ({ source: { teamId: team.id, now }, operation: "webhooks retry", target: id })),
    );
    await markDue(
      tx,
      rows.map(({ url, target, is_door: isDoor }) => {
        return { teamId: team.id, name: target ?? hostOf(url), isDoor, dueAt: now };
      }),
    );
  });
}

const notFound = (id: string) => new TeamError("not_found", `The team has no delivery ${id}.`);
