import type { WebhookEndpointDelivery, WebhookEndpoint as WireEndpoint } from "../../../generated/api.ts";
import type { WebhookEndpoint } from "../../db/schema/entities/webhook-endpoint.ts";
import type { ListedDelivery } from "../deliveries.ts";
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

export function presentDelivery(delivery: ListedDelivery): WebhookEndpointDelivery {
  return {
    id: delivery.id,
    eventId: delivery.eventId!,
    type: delivery.eventType!,
    status: delivery.status,
    attemptCount: delivery.attemptCount,
    nextAttemptAt: delivery.nextAttemptAt ?? null,
    lastAttempt: presentAttempt(delivery),
    createdAt: delivery.createdAt,
    updatedAt: delivery.updatedAt,
  };
}

const presentAttempt = ({ startedAt, durationMilliseconds, answerStatus, error, answer }: ListedDelivery) =>
  startedAt && {
    startedAt,
    durationMilliseconds: durationMilliseconds!,
    status: answerStatus ?? null,
    error: error ?? null,
    answer: answer ?? null,
  };
