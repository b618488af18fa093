import { defineEntity, p } from "@mikro-orm/core";
import { indexOf, timestamp } from "../columns.ts";

const AuditEventSchema = defineEntity({
  name: "AuditEvent",
  tableName: "audit_event",
  properties: {
    teamId: p.uuid().primary(),
    at: timestamp().primary(),
    id: p.uuid().primary(),
    apiKeyId: p.uuid().nullable(),
    operation: p.string().length(64),
    target: p.string().length(64),
    outcome: p.smallint().nullable(),
    requestId: p.string().length(128).nullable(),
    address: p.string().length(64).nullable(),
  },
  indexes: [indexOf`create index "audit_event_age_index" on "audit_event" using brin ("at")`],
});

/**
 * A successful write, in the transaction that made it. `outcome` is the status of its response. An operator's command has
 * no key, status, request or address. The primary key is the order of the list, so that a write updates one index. The
 * index by age is small and cheap, because rows are added in the order of their time.
 */
export class AuditEvent extends AuditEventSchema.class {}
AuditEventSchema.setClass(AuditEvent);
