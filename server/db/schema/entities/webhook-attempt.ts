import { defineEntity, p } from "@mikro-orm/core";
import { teamRelation, timestamp } from "../columns.ts";
import { WebhookDelivery } from "./webhook-delivery.ts";

const WebhookAttemptSchema = defineEntity({
  name: "WebhookAttempt",
  tableName: "webhook_attempt",
  properties: {
    teamId: p.uuid().primary(),
    deliveryId: p.uuid().primary(),
    number: p.smallint().primary(),
    delivery: () => teamRelation(WebhookDelivery, "delivery_id"),
    startedAt: timestamp(),
    durationMilliseconds: p.integer(),
    status: p.smallint().nullable(),
    error: p.string().length(64).nullable(),
    answer: p.text().nullable(),
  },
});

/**
 * One attempt to post a delivery; the first has number 1. It has the status of the response and the start of its body, or
 * the error.
 */
export class WebhookAttempt extends WebhookAttemptSchema.class {}
WebhookAttemptSchema.setClass(WebhookAttempt);
