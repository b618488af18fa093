import { sql } from "kysely";
import { type EntityManager, prepared } from "../db/orm.ts";
import { noId } from "../db/schema/ids.ts";
import type { TargetName } from "./queue/targets.ts";

/** A delivery whose next attempt is to be made now. */
export interface DueDelivery {
  teamId: string;
  id: string;
  /** The `webhook-id` of its attempts: the id of the event, or of the delivery of a reply. */
  webhookId: string;
  url: string;
  payload: string;
  /** The number of the attempt, from 1. */
  attempt: number;
  /** The endpoint of an event, as it was read; undefined for a reply. Each change of it has another `revision`. */
  endpoint?: { id: string; isFailing: boolean; revision: string };
  /** First attempts with the same key are made one after another. */
  orderKey?: string | undefined;
}

/** A position in the order of due deliveries. */
export interface DuePosition {
  nextAttemptAt: string;
  id: string;
}

/** The position before all due deliveries. */
const startOfDue: DuePosition = { nextAttemptAt: "-infinity", id: noId };

/** A part of the due deliveries of a target. */
export interface DueRequest {
  limit: number;
  /** Deliveries up to this position are skipped. PostgreSQL would otherwise pass all index entries of past attempts. */
  after: DuePosition | undefined;
  /** The ids of deliveries that are not wanted. */
  except: Iterable<string>;
}

/**
 * The due deliveries of a target, in the order of their next attempts and, among equal times, of their ids. The first
 * attempts of deliveries that are queued one after the other have this order.
 */
export async function findDue(
  em: EntityManager,
  { teamId, name }: TargetName,
  { limit, after = startOfDue, except }: DueRequest,
): Promise<(DueDelivery & DuePosition)[]> {
  const { rows } = await sql<
    Pick<DueDelivery, "id" | "url" | "payload" | "attempt"> & { webhook_id: string; next_attempt_at: string }
  >`
    select id, coalesce(event_id, id) as webhook_id, url, payload, attempt_count + 1 as attempt, next_attempt_at
    from webhook_delivery
    where team_id = ${teamId}::uuid and target = ${name} and status = 'pending' and next_attempt_at <= now()
      and (next_attempt_at, id) > (${after.nextAttemptAt}::timestamptz, ${after.id}::uuid)
      and id <> all (${[...except]}::uuid[])
    order by next_attempt_at, id limit ${limit}::int
  `.execute(prepared(em));
  return rows.map(({ webhook_id: webhookId, next_attempt_at: nextAttemptAt, ...row }) => ({
    teamId,
    webhookId,
    nextAttemptAt,
    ...row,
  }));
}
