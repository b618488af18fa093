import { defineEntity, p } from "@mikro-orm/core";
import { tenantIdentity, timestamp } from "../columns.ts";
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
    createdAt: timestamp(),
  },
  uniques: [{ name: "consent_event_order_unique", properties: ["teamId", "phoneNumber", "sequence"] }],
});

/**
 * An opt-out or opt-in of a phone, or another sender, for the texts of a team. Its source is a keyword in the message
 * `messageId`, the provider's result for that message, or the operator. Rows are only added. The effective row with the
 * greatest `sequence`, the order of receipt, is the current consent. A row that is not effective records that the
 * provider refused the message `messageId` because of an opt-out. `providerId` and `signature` identify the inbound
 * callback, so that a repetition changes nothing, however late it comes.
 */
export class ConsentEvent extends ConsentEventSchema.class {}
ConsentEventSchema.setClass(ConsentEvent);
