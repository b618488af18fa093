import { defineEntity, OptionalProps, p } from "@mikro-orm/core";
import { indexOf, tenantIdentity, timestamp, writeTimes } from "../columns.ts";
import { Team } from "./team.ts";

/** The texts that a number answers by itself. An absent one is not answered. */
export interface AutoReplies {
  /** To HELP and INFO. */
  help?: string;
  /** To a text that has opted its sender out. */
  optOut?: string;
  /** To a text that has opted its sender in. */
  optIn?: string;
}

/** What an automatic reply answers. */
export type AutoReply = keyof AutoReplies;

const BusinessNumberSchema = defineEntity({
  name: "BusinessNumber",
  tableName: "business_number",
  properties: {
    ...tenantIdentity,
    team: () => p.manyToOne(Team).joinColumns("team_id").referencedColumnNames("id").ownColumns(),
    name: p.string().length(255),
    phoneNumber: p.string().length(16),
    phoneNumberSid: p.string().length(255),
    friendlyName: p.string().length(255).nullable(),
    type: p.enum(["local", "mobile", "toll_free"] as const),
    status: p.enum(["active", "paused", "archived"] as const),
    isPrimary: p.boolean(),
    capabilities: p.json<Record<string, unknown>>(),
    settings: p.json<Record<string, unknown>>(),
    agentProfile: p.string().length(255).nullable(),
    inboundWebhookUrl: p.text().nullable(),
    autoReplies: p.json<AutoReplies>().defaultRaw("'{}'"),
    providerAccountId: p.uuid().nullable(),
    messagesPerSecond: p.smallint().nullable(),
    releasedAt: timestamp().nullable(),
    ...writeTimes,
  },
  uniques: [{ name: "business_number_team_phone_unique", properties: ["teamId", "phoneNumber"] }],
  indexes: [
    indexOf`create unique index "business_number_phone_number_unique" on "business_number" ("phone_number") where "released_at" is null`,
    indexOf`create unique index "business_number_name_unique" on "business_number" ("team_id", lower("name")) where "status" <> 'archived'`,
    indexOf`create unique index "business_number_primary_unique" on "business_number" ("team_id") where "is_primary"`,
  ],
  checks: [
    { name: "business_number_primary_check", expression: `not "is_primary" or "status" <> 'archived'` },
    { name: "business_number_released_check", expression: `"released_at" is null or "status" = 'archived'` },
  ],
});

/**
 * A number that a team sends from and receives texts at. Its phone belongs to one team of the installation until it is
 * released. The archived row then stays for the team's threads, with a `releasedAt`, and another team may own the phone.
 * A team has at most one row per phone, and at most one primary number, which is never archived. A door posts the texts that
 * the number receives to `inboundWebhookUrl`. Without a `providerAccountId`, the carrier of the environment sends its texts. With
 * `messagesPerSecond`, all processes together send so many segments a second from it.
 */
export class BusinessNumber extends BusinessNumberSchema.class {
  [OptionalProps]?: "team";
}
BusinessNumberSchema.setClass(BusinessNumber);
