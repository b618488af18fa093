import type { WebhookEndpointDelivery, WebhookEndpoint as WireEndpoint } from "../../../generated/api.ts";
import type { WebhookEndpoint } from "../../db/schema/entities/webhook-endpoint.ts";
import { fromPostgres } from "../../db/timestamp.ts";
import type { EndpointDelivery } from "./list-deliveries.ts";
import { isReplaying } from "./replay.ts";

export function presentEndpoint(endpoint: WebhookEndpoint): WireEndpoint {
  const { testMode } = endpoint;
  return {
    id: endpoint.id,
    url: endpoint.url,
    types: endpoint.types as WireEndpoint["types"],
    businessNumberId: endpoint.businessNumberId ?? null,
    mode: testMode == null ? null : testMode ? "test" : "live",
    enabled: !endpoint.disabledAt,
    disabledAt: endpoint.disabledAt ?? null,
    failingSince: endpoint.failingSince ?? null,
    replaying: isReplaying(endpoint),
    createdAt: endpoint.createdAt,
    updatedAt: endpoint.updatedAt,
  };
}

export function presentDelivery(delivery: EndpointDelivery): WebhookEndpointDelivery {
  const { started_at: startedAt, next_attempt_at: nextAttemptAt } = delivery;
  return {
    id: delivery.id,
    eventId: delivery.event_id,
    type: delivery.event_type,
    status: delivery.status,
    attemptCount: delivery.attempt_count,
    nextAttemptAt: nextAttemptAt && fromPostgres(nextAttemptAt),
    lastAttempt: startedAt === null ? null : presentAttempt(delivery, startedAt),
    createdAt: fromPostgres(delivery.created_at),
    updatedAt: fromPostgres(delivery.updated_at),
  };
}

const presentAttempt = (delivery: EndpointDelivery, startedAt: string) => ({
  startedAt: fromPostgres(startedAt),
  durationMilliseconds: delivery.duration_milliseconds,
  status: delivery.answer_status,
  error: delivery.error,
  answer: delivery.answer,
});
