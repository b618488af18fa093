import type { EntityManager } from "../../db/orm.ts";
import { WebhookEndpoint } from "../../db/schema/entities/webhook-endpoint.ts";
import { isId } from "../../db/schema/ids.ts";
import { fail } from "../../errors.ts";
import { list, type Page, type PageRequest } from "../../operations/list.ts";
import type { Scope } from "../../operations/scope.ts";
import { type ListedDelivery, listDeliveries } from "../deliveries.ts";

/** The endpoints of the team, the oldest first. */
export function listEndpoints({ em, teamId }: Scope): Promise<WebhookEndpoint[]> {
  return em.find(WebhookEndpoint, { teamId, deletedAt: null }, { orderBy: { createdAt: "asc", id: "asc" } });
}

/** An endpoint of the team. @throws webhook_endpoint_not_found */
export async function getEndpoint({ em, teamId }: Scope, id: string): Promise<WebhookEndpoint> {
  const found = isId(id) ? await em.findOne(WebhookEndpoint, { teamId, id, deletedAt: null }) : null;
  return found ?? fail("webhook_endpoint_not_found");
}

/** The disabled endpoints of a team, for an operator. */
export function listDisabledEndpoints(em: EntityManager, teamId: string): Promise<WebhookEndpoint[]> {
  return em.find(WebhookEndpoint, { teamId, deletedAt: null, disabledAt: { $ne: null } }, { orderBy: { id: "asc" } });
}

/** A page of the deliveries to an endpoint, the newest first. @throws webhook_endpoint_not_found */
export async function listEndpointDeliveries(
  scope: Scope,
  endpointId: string,
  request: PageRequest,
): Promise<Page<ListedDelivery>> {
  const { id } = await getEndpoint(scope, endpointId);
  return list<ListedDelivery, "id">(scope, request, {
    name: "deliveries",
    filter: id,
    order: ["id"],
    read: (em, after, limit) => listDeliveries(em, { id: scope.teamId }, { endpointId: id, before: after?.id, limit }),
  });
}
