import { sql } from "kysely";
import { fetchPage, type Page, type PageRequest } from "../../db/cursor.ts";
import { queries } from "../../db/orm.ts";
import type { WebhookDeliveryStatus } from "../../db/schema/entities/webhook-delivery.ts";
import type { Scope } from "../../operations/scope.ts";
import { getEndpoint } from "./find-endpoints.ts";

/** A delivery with its last attempt. The columns of the attempt are null before the first. */
export interface EndpointDelivery {
  id: string;
  event_id: string;
  event_type: string;
  status: WebhookDeliveryStatus;
  attempt_count: number;
  next_attempt_at: string | null;
  created_at: string;
  updated_at: string;
  started_at: string | null;
  duration_milliseconds: number;
  answer_status: number | null;
  error: string | null;
  answer: string | null;
}

/** A page of the deliveries to an endpoint, the newest first. @throws webhook_endpoint_not_found */
export async function listEndpointDeliveries(
  scope: Scope,
  endpointId: string,
  request: PageRequest,
): Promise<Page<EndpointDelivery>> {
  const { em, teamId, cursors } = scope;
  const { id } = await getEndpoint(scope, endpointId);
  const fetch = async (after: string[] | undefined, limit: number) => {
    const { rows } = await sql<EndpointDelivery>`
      select d.*, a.started_at, a.duration_milliseconds, a.status as answer_status, a.error, a.answer
      from (
        select id, event_id, event_type, status, attempt_count, next_attempt_at, created_at, updated_at
        from webhook_delivery
        where team_id = ${teamId} and endpoint_id = ${id} ${after ? sql`and id < ${after[0]}::uuid` : sql``}
        order by id desc limit ${limit}
      ) d left join lateral (
        select * from webhook_attempt where team_id = ${teamId} and delivery_id = d.id order by number desc limit 1
      ) a on true
      order by d.id desc
    `.execute(queries(em));
    return rows;
  };
  return fetchPage(cursors, `deliveries/${teamId}/${id}`, request, fetch, (delivery) => [delivery.id]);
}
