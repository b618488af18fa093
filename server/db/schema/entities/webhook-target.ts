import { defineEntity, p } from "@mikro-orm/core";
import { timestamp } from "../columns.ts";
import { Team } from "./team.ts";

const WebhookTargetSchema = defineEntity({
  name: "WebhookTarget",
  tableName: "webhook_target",
  properties: {
    teamId: p.uuid().primary(),
    name: p.text().primary(),
    team: () => p.manyToOne(Team).joinColumns("team_id").referencedColumnNames("id").ownColumns(),
    isDoor: p.boolean().default(false),
    dueAt: timestamp(),
    leasedBy: p.uuid().nullable(),
    leasedUntil: timestamp().nullable(),
  },
  indexes: [{ name: "webhook_target_due_index", properties: ["dueAt"] }],
});

/**
 * A target with pending deliveries of a team: the host of their URLs, or an endpoint. One process at a time leases it and
 * posts to it. `isDoor` says that a door does. `dueAt` is when a process has to look for due deliveries. It is the time of the first delivery, or the end of the
 * lease. A new delivery sets an earlier time.
 */
export class WebhookTarget extends WebhookTargetSchema.class {}
WebhookTargetSchema.setClass(WebhookTarget);
