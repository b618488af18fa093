import type { WebhookTestData } from "../../../generated/api.ts";
import { newId } from "../../db/schema/ids.ts";
import { failFields } from "../../errors.ts";
import { presentEvent } from "../../events/present.ts";
import { recordEvent } from "../../events/record-events.ts";
import type { Scope } from "../../operations/scope.ts";
import { queueEventDeliveries } from "../queue/queue-deliveries.ts";
import { lockEndpoint } from "./change-endpoints.ts";
import { targetOf } from "./endpoint-target.ts";

/**
 * Records an event `webhook.test`, and queues it for one endpoint.
 *
 * @throws webhook_endpoint_not_found, validation_error for a disabled endpoint
 */
export async function testEndpoint(scope: Scope, id: string): Promise<{ deliveryId: string; eventId: string }> {
  const { em, teamId, testMode, now } = scope;
  const endpoint = await lockEndpoint(scope, id);
  if (endpoint.disabledAt) failFields(["id"], "is the id of a disabled endpoint, so enable it first");
  const data: WebhookTestData = { endpointId: endpoint.id };
  const event = await recordEvent(em, { teamId, type: "webhook.test", testMode, businessNumberId: null, data, now });
  const deliveryId = newId();
  await queueEventDeliveries(em, teamId, [
    {
      id: deliveryId,
      endpointId: endpoint.id,
      eventId: event.id,
      eventType: event.type,
      target: targetOf(endpoint.id),
      url: endpoint.url,
      payload: JSON.stringify(presentEvent(event)),
      createdAt: now,
    },
  ]);
  return { deliveryId, eventId: event.id };
}
