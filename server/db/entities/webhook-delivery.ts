import { defineEntity, OptionalProps, p } from "@mikro-orm/core";
import { moment, tenantIdentity, writeTimes } from "../columns.ts";
import { Message } from "./message.ts";

/** Every status of a delivery. */
export const deliveryStatuses = ["pending", "delivered", "failed"] as const;

/** Whether a delivery is still tried, was taken, or is tried no more. */
export type WebhookDeliveryStatus = (typeof deliveryStatuses)[number];

const WebhookDeliverySchema = defineEntity({
  name: "WebhookDelivery",
  tableName: "webhook_delivery",
  properties: {
    ...tenantIdentity,
    messageId: p.uuid(),
    message: () =>
      p
        .manyToOne(Message)
        .joinColumns("team_id", "message_id")
        .referencedColumnNames("team_id", "id")
        .ownColumns()
        .updateRule("no action"),
    url: p.text(),
    payload: p.text(),
    status: p.enum(deliveryStatuses),
    attemptCount: p.smallint(),
    nextAttemptAt: moment().nullable(),
    ...writeTimes,
  },
  uniques: [{ name: "webhook_delivery_message_unique", properties: ["teamId", "messageId"] }],
  indexes: [{ name: "webhook_delivery_age_index", properties: ["createdAt"] }],
});

/**
 * An inbound message on its way to a `replyWebhookUrl`. Its id is the `webhook-id` of every attempt, and `payload` the
 * body, byte for byte; `nextAttemptAt` is empty once it is no longer pending.
 */
export class WebhookDelivery extends WebhookDeliverySchema.class {
  [OptionalProps]?: "message";
}
WebhookDeliverySchema.setClass(WebhookDelivery);
