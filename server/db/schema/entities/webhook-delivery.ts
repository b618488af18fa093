import { defineEntity, OptionalProps, p } from "@mikro-orm/core";
import { indexOf, teamRelation, tenantIdentity, timestamp, writeTimes } from "../columns.ts";
import { Message } from "./message.ts";

/** The statuses of a delivery. */
export const deliveryStatuses = ["pending", "delivered", "failed"] as const;

/** `pending`: attempts go on. `delivered`: the webhook accepted it. `failed`: no further attempt follows. */
export type WebhookDeliveryStatus = (typeof deliveryStatuses)[number];

const WebhookDeliverySchema = defineEntity({
  name: "WebhookDelivery",
  tableName: "webhook_delivery",
  properties: {
    ...tenantIdentity,
    messageId: p.uuid().nullable(),
    message: () => teamRelation(Message, "message_id"),
    endpointId: p.uuid().nullable(),
    eventId: p.uuid().nullable(),
    eventType: p.text().nullable(),
    isDoor: p.boolean().default(false),
    subjectId: p.uuid().nullable(),
    target: p.text().nullable(),
    url: p.text(),
    payload: p.text(),
    status: p.enum(deliveryStatuses),
    attemptCount: p.smallint(),
    nextAttemptAt: timestamp().nullable(),
    ...writeTimes,
  },
  uniques: [{ name: "webhook_delivery_message_unique", properties: ["teamId", "messageId"] }],
  indexes: [
    { name: "webhook_delivery_age_index", properties: ["createdAt"] },
    indexOf`create index "webhook_delivery_endpoint_index" on "webhook_delivery" ("team_id", "endpoint_id", "id") where "endpoint_id" is not null`,
    indexOf`create index "webhook_delivery_event_index" on "webhook_delivery" ("team_id", "event_id") where "event_id" is not null`,
    indexOf`create index "webhook_delivery_due_index" on "webhook_delivery" ("team_id", "target", "next_attempt_at", "id") where "status" = 'pending'`,
    indexOf`create index "webhook_delivery_subject_index" on "webhook_delivery" ("team_id", "subject_id") where "subject_id" is not null`,
    // The search of the previous version uses it. A later version drops it.
    indexOf`create index "webhook_delivery_unassigned_index" on "webhook_delivery" ("team_id", "id") where "status" = 'pending' and "target" is null`,
  ],
});

/**
 * The delivery of an inbound message to a `replyWebhookUrl`, of an event to an endpoint, or by a door. The `webhook-id` of
 * every attempt is the id of the delivery, or that of the event. `payload` is the exact body; a door makes the body of its
 * `payload`. `subjectId` is the text that a door posts about. `target` is the name of its
 * `WebhookTarget`; null in early deliveries that are no longer pending. `nextAttemptAt` is null once the
 * delivery is no longer pending.
 */
export class WebhookDelivery extends WebhookDeliverySchema.class {
  [OptionalProps]?: "message";
}
WebhookDeliverySchema.setClass(WebhookDelivery);
