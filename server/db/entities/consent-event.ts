import { defineEntity, OptionalProps, p } from "@mikro-orm/core";
import { moment, tenantIdentity } from "../columns.ts";
import { Team } from "./team.ts";

const ConsentEventSchema = defineEntity({
  name: "ConsentEvent",
  tableName: "consent_event",
  properties: {
    ...tenantIdentity,
    team: () => p.manyToOne(Team).joinColumns("team_id").referencedColumnNames("id").ownColumns(),
    phoneNumber: p.string().length(64),
    consent: p.enum(["opted_out", "opted_in"] as const),
    source: p.enum(["keyword", "operator", "provider"] as const),
    keyword: p.string().length(16).nullable(),
    messageId: p.uuid().nullable(),
    providerId: p.string().length(64).nullable(),
    signature: p.string().length(28).nullable(),
    isEffective: p.boolean().default(true),
    sequence: p.bigint("string"),
    createdAt: moment(),
  },
  uniques: [{ name: "consent_event_order_unique", properties: ["teamId", "phoneNumber", "sequence"] }],
});

/**
 * A phone, or another sender, said that it wants no more texts from a team, or wants them again: by a keyword in the
 * message `messageId`, by what the provider made of that message, or through the operator. Rows are only added; the
 * effective one with the greatest `sequence`, the order of receipt, is what holds now. A row that is not effective says
 * that the provider refused the message `messageId` because of an opt-out. `providerId` and `signature` are those of the
 * inbound callback: its repetition changes nothing, however late it comes.
 */
export class ConsentEvent extends ConsentEventSchema.class {
  [OptionalProps]?: "team" | "isEffective";
}
ConsentEventSchema.setClass(ConsentEvent);
