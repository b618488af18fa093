import { defineEntity, OptionalProps, p } from "@mikro-orm/core";
import { tenantIdentity, texts, timestamp, writeTimes } from "../columns.ts";
import { Team } from "./team.ts";

const WebhookEndpointSchema = defineEntity({
  name: "WebhookEndpoint",
  tableName: "webhook_endpoint",
  properties: {
    ...tenantIdentity,
    team: () => p.manyToOne(Team).joinColumns("team_id").referencedColumnNames("id").ownColumns(),
    apiKeyId: p.uuid().nullable(),
    url: p.string().length(2048),
    types: texts(),
    businessNumberId: p.uuid().nullable(),
    testMode: p.boolean().nullable(),
    position: p.bigint("string"),
    publishedAt: timestamp(),
    replayUntil: p.bigint("string").nullable(),
    failingSince: timestamp().nullable(),
    disabledAt: timestamp().nullable(),
    deletedAt: timestamp().nullable(),
    ...writeTimes,
  },
});

/**
 * An address that events of a team are posted to. Events up to `position` have their deliveries, and the last of them is
 * from `publishedAt`. While a replay goes on, `position` is before `replayUntil`. `testMode` is null for both modes, and
 * `types` is empty for all types. `apiKeyId` is the key that gave the endpoint its address; null if that is not known. A
 * deleted endpoint keeps its row, because its deliveries end later.
 */
export class WebhookEndpoint extends WebhookEndpointSchema.class {
  [OptionalProps]?: "team";
}
WebhookEndpointSchema.setClass(WebhookEndpoint);
