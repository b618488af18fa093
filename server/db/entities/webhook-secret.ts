import { defineEntity, OptionalProps, p } from "@mikro-orm/core";
import { moment, tenantIdentity } from "../columns.ts";
import { Team } from "./team.ts";

const WebhookSecretSchema = defineEntity({
  name: "WebhookSecret",
  tableName: "webhook_secret",
  properties: {
    ...tenantIdentity,
    team: () => p.manyToOne(Team).joinColumns("team_id").referencedColumnNames("id").ownColumns(),
    secret: p.string().length(64),
    createdAt: moment(),
    expiresAt: moment().nullable(),
  },
  indexes: [
    {
      name: "webhook_secret_current_unique",
      expression: `create unique index "webhook_secret_current_unique" on "webhook_secret" ("team_id") where "expires_at" is null`,
    },
  ],
});

/** What a team's reply webhooks are signed with, `whsec_…`. One has no end; those that it replaced sign until theirs. */
export class WebhookSecret extends WebhookSecretSchema.class {
  [OptionalProps]?: "team";
}
WebhookSecretSchema.setClass(WebhookSecret);
