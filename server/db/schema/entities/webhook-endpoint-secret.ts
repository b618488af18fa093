import { defineEntity, p } from "@mikro-orm/core";
import { indexOf, teamRelation, tenantIdentity, timestamp } from "../columns.ts";
import { WebhookEndpoint } from "./webhook-endpoint.ts";

const WebhookEndpointSecretSchema = defineEntity({
  name: "WebhookEndpointSecret",
  tableName: "webhook_endpoint_secret",
  properties: {
    ...tenantIdentity,
    endpointId: p.uuid().nullable(),
    endpoint: () => teamRelation(WebhookEndpoint, "endpoint_id"),
    sealed: p.blob(),
    createdAt: timestamp(),
    expiresAt: timestamp().nullable(),
  },
  indexes: [
    indexOf`create unique index "webhook_endpoint_secret_current_unique" on "webhook_endpoint_secret" ("team_id", "endpoint_id") where "expires_at" is null`,
    { name: "webhook_endpoint_secret_endpoint_index", properties: ["teamId", "endpointId"] },
  ],
});

/**
 * A key that signs the posts to an endpoint, or the replies of a team if `endpointId` is null. It is sealed by the secret
 * key. The current one has no end.
 */
export class WebhookEndpointSecret extends WebhookEndpointSecretSchema.class {}
WebhookEndpointSecretSchema.setClass(WebhookEndpointSecret);
