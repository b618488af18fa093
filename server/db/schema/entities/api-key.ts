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

const keyHolds = ["none", "all", "new_recipients"] as const;

/** Which texts of a key wait for an approval. */
export type KeyHold = (typeof keyHolds)[number];

const knownBys = ["outbound", "inbound"] as const;

/** What makes a recipient known: a text of ours to it, or also a text from it. */
export type KnownBy = (typeof knownBys)[number];

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
    hold: p.enum(keyHolds).default("none"),
    knownBy: p.enum(knownBys).default("outbound"),
    createdAt: timestamp(),
    expiresAt: timestamp().nullable(),
    lastUsedAt: timestamp().nullable(),
    revokedAt: timestamp().nullable(),
  },
  indexes: [{ name: "api_key_team_index", properties: ["teamId"] }],
});

/**
 * A key that acts for a team. Only its SHA-256 hash is kept. A key whose `scopes` are null has all scopes but those that
 * must be named. `knownBy` counts only while texts to `new_recipients` wait. Null
 * `recipients` mean any phone, and null `segmentsPerDay` any number of texts. `lastUsedAt` is a copy of the `refilledAt` of
 * its bucket, at most an hour old while the key is in use.
 */
export class ApiKey extends ApiKeySchema.class {
  [OptionalProps]?: "team";
}
ApiKeySchema.setClass(ApiKey);
