import { defineEntity, p } from "@mikro-orm/core";
import { indexOf, tenantIdentity, timestamp } from "../columns.ts";
import { Team } from "./team.ts";

const SuspectedRevocationSchema = defineEntity({
  name: "SuspectedRevocation",
  tableName: "suspected_revocation",
  properties: {
    ...tenantIdentity,
    team: () => p.manyToOne(Team).joinColumns("team_id").referencedColumnNames("id").ownColumns(),
    phoneNumber: p.string().length(64),
    messageId: p.uuid(),
    businessNumberId: p.uuid(),
    kind: p.enum(["revocation", "wrong_number"] as const),
    rule: p.string().length(32),
    status: p.enum(["open", "honored", "dismissed", "superseded"] as const).default("open"),
    dueAt: timestamp(),
    decidedAt: timestamp().nullable(),
    decidedBy: p.uuid().nullable(),
    note: p.string().length(1000).nullable(),
    createdAt: timestamp(),
  },
  indexes: [
    indexOf`create index "suspected_revocation_list_index" on "suspected_revocation" ("team_id", "status", "due_at", "id")`,
    indexOf`create unique index "suspected_revocation_open_unique" on "suspected_revocation" ("team_id", "phone_number") where "status" = 'open'`,
  ],
});

/**
 * An inbound text that may withdraw consent in other words than a keyword, or came to the wrong person. A phone has at most one
 * open case. The row names the message and does not copy the text.
 */
export class SuspectedRevocation extends SuspectedRevocationSchema.class {}
SuspectedRevocationSchema.setClass(SuspectedRevocation);
