import { defineEntity, OptionalProps, p } from "@mikro-orm/core";
import type { KeyScope } from "../../../../generated/operations.ts";
import { texts, timestamp } from "../columns.ts";
import { Team } from "./team.ts";

const keyModes = ["any", "test", "live"] as const;

/**
 * The mode of a key. `any`: live, or test mode with the suffix `_test`. `test`: always test mode. `live`: always live, and
 * not valid with the suffix.
 */
export type KeyMode = (typeof keyModes)[number];

const ApiKeySchema = defineEntity({
  name: "ApiKey",
  tableName: "api_key",
  properties: {
    id: p.uuid().primary(),
    teamId: p.uuid(),
    team: () => p.manyToOne(Team).joinColumns("team_id").referencedColumnNames("id").ownColumns(),
    keyHash: p.blob().unique(),
    name: p.string().length(255).nullable(),
    scopes: texts().$type<KeyScope[]>().nullable(),
    mode: p.enum(keyModes).default("any"),
    recipients: texts().nullable(),
    segmentsPerDay: p.integer().nullable(),
    createdAt: timestamp(),
    expiresAt: timestamp().nullable(),
    lastUsedAt: timestamp().nullable(),
    revokedAt: timestamp().nullable(),
  },
  indexes: [{ name: "api_key_team_index", properties: ["teamId"] }],
});

/**
 * A key that acts for a team. Only its SHA-256 hash is kept. A key whose `scopes` are null has all scopes but those that must be named. Null
 * `recipients` mean any phone, and null `segmentsPerDay` any number of texts. `lastUsedAt` is a copy of the `refilledAt` of
 * its bucket, at most an hour old while the key is in use.
 */
export class ApiKey extends ApiKeySchema.class {
  [OptionalProps]?: "team";
}
ApiKeySchema.setClass(ApiKey);
