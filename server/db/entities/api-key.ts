import { defineEntity, OptionalProps, p } from "@mikro-orm/core";
import { moment } from "../columns.ts";
import { Team } from "./team.ts";

const ApiKeySchema = defineEntity({
  name: "ApiKey",
  tableName: "api_key",
  properties: {
    id: p.uuid().primary(),
    teamId: p.uuid(),
    team: () => p.manyToOne(Team).joinColumns("team_id").referencedColumnNames("id").ownColumns(),
    keyHash: p.blob().unique(),
    name: p.string().length(255).nullable(),
    createdAt: moment(),
    expiresAt: moment().nullable(),
    lastUsedAt: moment().nullable(),
    revokedAt: moment().nullable(),
  },
  indexes: [{ name: "api_key_team_index", properties: ["teamId"] }],
});

/**
 * A key that acts for a team. Only its SHA-256 is kept. `lastUsedAt` is a copy of its bucket's `refilledAt`, at most an
 * hour old while the key is in use.
 */
export class ApiKey extends ApiKeySchema.class {
  [OptionalProps]?: "team";
}
ApiKeySchema.setClass(ApiKey);
