import { defineEntity, OptionalProps, p } from "@mikro-orm/core";
import { moment, tenantIdentity } from "../columns.ts";
import { Team } from "./team.ts";

const ConsentEventSchema = defineEntity({
  name: "ConsentEvent",
  tableName: "consent_event",
  properties: {
    ...tenantIdentity,
    team: () => p.manyToOne(Team).joinColumns("team_id").referencedColumnNames("id").ownColumns(),
    phoneNumber: p.string().length(16),
    consent: p.enum(["opted_out", "opted_in"] as const),
    source: p.enum(["keyword", "operator"] as const),
    keyword: p.string().length(16).nullable(),
    messageId: p.uuid().nullable(),
    sequence: p.bigint("string"),
    createdAt: moment(),
  },
  uniques: [{ name: "consent_event_order_unique", properties: ["teamId", "phoneNumber", "sequence"] }],
});

/**
 * A phone said that it wants no more texts from a team, or wants them again: by a keyword in the message `messageId`,
 * or through the operator. Rows are only added; the one with the greatest `sequence`, the order of receipt, is what
 * holds now.
 */
export class ConsentEvent extends ConsentEventSchema.class {
  [OptionalProps]?: "team";
}
ConsentEventSchema.setClass(ConsentEvent);
