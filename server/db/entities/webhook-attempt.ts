import { defineEntity, OptionalProps, p } from "@mikro-orm/core";
import { moment } from "../columns.ts";
import { WebhookDelivery } from "./webhook-delivery.ts";

const WebhookAttemptSchema = defineEntity({
  name: "WebhookAttempt",
  tableName: "webhook_attempt",
  properties: {
    teamId: p.uuid().primary(),
    deliveryId: p.uuid().primary(),
    number: p.smallint().primary(),
    delivery: () =>
      p
        .manyToOne(WebhookDelivery)
        .joinColumns("team_id", "delivery_id")
        .referencedColumnNames("team_id", "id")
        .ownColumns()
        .updateRule("no action"),
    startedAt: moment(),
    durationMilliseconds: p.integer(),
    status: p.smallint().nullable(),
    error: p.string().length(64).nullable(),
    answer: p.text().nullable(),
  },
});

/**
 * One time that a delivery was posted, the first is number 1: the status of the answer and how its body begins, or the
 * error that came instead.
 */
export class WebhookAttempt extends WebhookAttemptSchema.class {
  [OptionalProps]?: "delivery";
}
WebhookAttemptSchema.setClass(WebhookAttempt);
