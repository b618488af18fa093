import { defineEntity, p } from "@mikro-orm/core";
import { indexOf, teamRelation, tenantIdentity, texts, timestamp } from "../columns.ts";
import { BusinessNumber } from "./business-number.ts";
import { Contact } from "./contact.ts";

const ThreadSchema = defineEntity({
  name: "Thread",
  tableName: "thread",
  properties: {
    ...tenantIdentity,
    businessNumberId: p.uuid(),
    businessNumber: () => teamRelation(BusinessNumber, "business_number_id"),
    contactPhone: p.string().length(64),
    contactId: p.uuid().nullable(),
    contact: () => teamRelation(Contact, "contact_id").nullable().deleteRule("no action"),
    contactName: p.string().length(255).nullable(),
    contactTags: texts().nullable(),
    messageCount: p.integer(),
    lastDirection: p.enum(["inbound", "outbound"] as const),
    lastBody: p.text(),
    lastMessageAt: timestamp(),
    createdAt: timestamp(),
  },
  uniques: [{ name: "thread_phone_unique", properties: ["teamId", "contactPhone", "businessNumberId"] }],
  indexes: [
    indexOf`create index "thread_list_index" on "thread" ("team_id", "last_message_at" desc, "id" desc)`,
    indexOf`create index "thread_contact_index" on "thread" ("team_id", "contact_id") where "contact_id" is not null`,
  ],
});

/**
 * A conversation of one business number with one phone, short code or named sender. Its first message makes it. The
 * `last…` columns copy the newest message, in the transaction that stores it. `contactId` is the contact of the thread,
 * if exactly one contact matches. `contactName` and `contactTags` copy the contact that the thread shows, see
 * contacts/lists/shown-contacts.ts. Large tags have no copy.
 */
export class Thread extends ThreadSchema.class {}
ThreadSchema.setClass(Thread);
