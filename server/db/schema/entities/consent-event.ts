import { defineEntity, p } from "@mikro-orm/core";
import { indexOf, tenantIdentity, timestamp } from "../columns.ts";
import { Team } from "./team.ts";

/** What shows a consent. An absent field was not given. */
export interface StoredEvidence {
  note?: string;
  url?: string;
  wording?: string;
  address?: string;
  userAgent?: string;
  /** The service whose list was imported. */
  vendor?: string;
}

const ConsentEventSchema = defineEntity({
  name: "ConsentEvent",
  tableName: "consent_event",
  properties: {
    ...tenantIdentity,
    team: () => p.manyToOne(Team).joinColumns("team_id").referencedColumnNames("id").ownColumns(),
    phoneNumber: p.string().length(64),
    consent: p.enum(["opted_out", "opted_in"] as const),
    source: p.enum(["keyword", "operator", "provider", "api", "import", "phrase"] as const),
    keyword: p.string().length(16).nullable(),
    messageId: p.uuid().nullable(),
    providerId: p.string().length(64).nullable(),
    signature: p.string().length(28).nullable(),
    isEffective: p.boolean().default(true),
    sequence: p.bigint("string"),
    createdAt: timestamp(),
    reason: p.string().length(32).nullable(),
    evidence: p.json<StoredEvidence>().nullable(),
    occurredAt: timestamp().nullable(),
    apiKeyId: p.uuid().nullable(),
  },
  uniques: [{ name: "consent_event_order_unique", properties: ["teamId", "phoneNumber", "sequence"] }],
  checks: [{ name: "consent_event_evidence_check", expression: "octet_length(evidence::text) <= 5120" }],
  indexes: [
    indexOf`create index "consent_event_list_index" on "consent_event" ("team_id", "sequence") where "sequence" > 0`,
    indexOf`create index "consent_event_source_index" on "consent_event" ("team_id", "source", "sequence") where "sequence" > 0`,
  ],
});

/**
 * An opt-out or opt-in of a phone, or another sender, for the texts of a team. Its source is a keyword in the message
 * `messageId`, the provider's result for that message, or the operator. Rows are only added. The effective row with the
 * greatest `sequence`, the order of receipt, is the current consent. A row that is not effective records that the
 * provider refused the message `messageId` because of an opt-out, or that an imported opt-in was older than an opt-out.
 * `providerId` and `signature` identify the inbound callback, so that a repetition changes nothing, however late it comes.
 * The last four columns are null but for requests of the API, and for
 * texts that were recorded late, which have `occurredAt`. The condition of both indexes holds for all rows: it keeps
 * look-ups of a phone from using them while the table has no statistics.
 */
export class ConsentEvent extends ConsentEventSchema.class {}
ConsentEventSchema.setClass(ConsentEvent);
