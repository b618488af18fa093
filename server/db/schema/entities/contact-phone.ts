import { defineEntity, p } from "@mikro-orm/core";
import { indexOf, teamRelation, tenantIdentity, timestamp, writeTimes } from "../columns.ts";
import { Contact } from "./contact.ts";

const ContactPhoneSchema = defineEntity({
  name: "ContactPhone",
  tableName: "contact_phone",
  properties: {
    ...tenantIdentity,
    contactId: p.uuid(),
    contact: () => teamRelation(Contact, "contact_id"),
    contactCreatedAt: timestamp(),
    phoneNumber: p.string().length(16),
    label: p.string().length(255).nullable(),
    isPrimary: p.boolean(),
    ...writeTimes,
  },
  uniques: [{ name: "contact_phone_number_unique", properties: ["teamId", "contactId", "phoneNumber"] }],
  indexes: [
    indexOf`create unique index "contact_phone_primary_unique" on "contact_phone" ("team_id", "contact_id") where "is_primary"`,
    indexOf`create index "contact_phone_holders_index" on "contact_phone" ("team_id", "phone_number", "contact_created_at" desc, "contact_id" desc)`,
  ],
});

/** A phone of a contact. Contacts may share a number; `contactCreatedAt` copies the contact's `createdAt` to sort them. */
export class ContactPhone extends ContactPhoneSchema.class {}
ContactPhoneSchema.setClass(ContactPhone);
