import { defineEntity, OptionalProps, p } from "@mikro-orm/core";
import { tenantIdentity, timestamp } from "../columns.ts";
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
  },
  indexes: [
    {
      name: "webhook_secret_current_unique",
      expression: `create unique index "webhook_secret_current_unique" on "webhook_secret" ("team_id") where "expires_at" is null`,
    },
  ],
});

/** A key that signs a team's reply webhooks, `whsec_…`. The current one has no end; replaced ones sign until theirs. */
export class WebhookSecret extends WebhookSecretSchema.class {
  [OptionalProps]?: "team";
}
WebhookSecretSchema.setClass(WebhookSecret);
