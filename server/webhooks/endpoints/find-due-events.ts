import { sql } from "kysely";
import { type EntityManager, prepared } from "../../db/orm.ts";
import type { DueDelivery, DuePosition, DueRequest } from "../find-due.ts";
import { startOfDue } from "../find-due.ts";
import { targetOf } from "./endpoint-target.ts";

/**
 * The due deliveries of an enabled endpoint, in the order of their next attempts. First attempts are due in the order of
 * `sequence`. Undefined if the endpoint is disabled or deleted.
 */
export async function findDueEvents(
  em: EntityManager,
  { teamId, endpointId }: { teamId: string; endpointId: string },
  { limit, after = startOfDue, except }: DueRequest,
): Promise<(DueDelivery & DuePosition)[] | undefined> {
  const { rows } = await sql<{
    url: string;
    is_failing: boolean;
    revision: string;
    id: string | null;
    event_id: string;
    payload: string;
    attempt: number;
    next_attempt_at: string;
  }>`
    select e.url, e.failing_since is not null as is_failing, e.updated_at::text as revision, d.*
    from webhook_endpoint e left join lateral (
      select id, event_id, payload, attempt_count + 1 as attempt, next_attempt_at from webhook_delivery
      where team_id = ${teamId}::uuid and target = ${targetOf(endpointId)} and status = 'pending'
        and next_attempt_at <= now()
        and (next_attempt_at, id) > (${after.nextAttemptAt}::timestamptz, ${after.id}::uuid)
        and id <> all (${[...except]}::uuid[])
      order by next_attempt_at, id limit ${limit}::int
    ) d on true
    where e.team_id = ${teamId}::uuid and e.id = ${endpointId}::uuid and e.disabled_at is null and e.deleted_at is null
    order by d.next_attempt_at, d.id
  `.execute(prepared(em));
  if (rows.length === 0) return undefined;
  return rows.flatMap(({ id, event_id: webhookId, url, payload, attempt, next_attempt_at, ...row }) => {
    if (id === null) return [];
    const endpoint = { id: endpointId, isFailing: row.is_failing, revision: row.revision };
    const orderKey = attempt === 1 ? orderKeyOf(payload) : undefined;
    return { teamId, id, webhookId, url, payload, attempt, nextAttemptAt: next_attempt_at, endpoint, orderKey };
  });
}

/** The present revision of an endpoint; undefined if it is disabled or deleted. */
export async function findRevision(em: EntityManager, teamId: string, endpointId: string): Promise<string | undefined> {
  const { rows } = await sql<{ revision: string }>`
    select updated_at::text as revision from webhook_endpoint
    where team_id = ${teamId}::uuid and id = ${endpointId}::uuid and disabled_at is null and deleted_at is null
  `.execute(prepared(em));
  return rows[0]?.revision;
}

/** What the events have in common whose first attempts must not overtake each other: a thread, or another record. */
function orderKeyOf(payload: string): string | undefined {
  const { data } = JSON.parse(payload) as { data: Record<string, string | undefined> };
  return data.threadId ?? data.contactId ?? data.otpId ?? data.phone;
}
