import { defineEntity, p } from "@mikro-orm/core";
import { indexOf, tenantIdentity, timestamp } from "../columns.ts";
import { Team } from "./team.ts";

const WebhookSecretSchema = defineEntity({
  name: "WebhookSecret",
  tableName: "webhook_secret",
  properties: {
    ...tenantIdentity,
    team: () => p.manyToOne(Team).joinColumns("team_id").referencedColumnNames("id").ownColumns(),
    secret: p.string().length(64),
    createdAt: timestamp(),
    expiresAt: timestamp().nullable(),
    neededUntil: timestamp().defaultRaw("(now() + '1 day'::interval)"),
  },
  indexes: [
    indexOf`create unique index "webhook_secret_current_unique" on "webhook_secret" ("team_id") where "expires_at" is null`,
  ],
});

/**
 * A key that signs a team's reply webhooks, in clear text, as the previous version has stored it. It is sealed after
 * `neededUntil`, as a `WebhookEndpointSecret`. A later version drops this table.
 */
export class WebhookSecret extends WebhookSecretSchema.class {}
WebhookSecretSchema.setClass(WebhookSecret);
