import { defineEntity, OptionalProps, p } from "@mikro-orm/core";
import { tenantIdentity, writeTimes } from "../columns.ts";
import { Team } from "./team.ts";

const BusinessNumberSchema = defineEntity({
  name: "BusinessNumber",
  tableName: "business_number",
  properties: {
    ...tenantIdentity,
    team: () => p.manyToOne(Team).joinColumns("team_id").referencedColumnNames("id").ownColumns(),
    name: p.string().length(255),
    phoneNumber: p.string().length(16).unique(),
    phoneNumberSid: p.string().length(255),
    friendlyName: p.string().length(255).nullable(),
    type: p.enum(["local", "mobile", "toll_free"] as const),
    status: p.enum(["active", "paused", "archived"] as const),
    isPrimary: p.boolean(),
    capabilities: p.json<Record<string, unknown>>(),
    settings: p.json<Record<string, unknown>>(),
    agentProfile: p.string().length(255).nullable(),
    ...writeTimes,
  },
  indexes: [
    {
      name: "business_number_name_unique",
      expression: `create unique index "business_number_name_unique" on "business_number" ("team_id", lower("name")) where "status" <> 'archived'`,
    },
    {
      name: "business_number_primary_unique",
      expression: `create unique index "business_number_primary_unique" on "business_number" ("team_id") where "is_primary"`,
    },
  ],
  checks: [{ name: "business_number_primary_check", expression: `not "is_primary" or "status" <> 'archived'` }],
});

/**
 * A number that a team sends from and is written to. Its phone belongs to one team in the whole installation; a team
 * has at most one primary number, and an archived one never is.
 */
export class BusinessNumber extends BusinessNumberSchema.class {
  [OptionalProps]?: "team";
}
BusinessNumberSchema.setClass(BusinessNumber);
