import { defineEntity, p } from "@mikro-orm/core";
import { teamRelation, timestamp } from "../columns.ts";
import { Contact } from "./contact.ts";

const ContactTagSchema = defineEntity({
  name: "ContactTag",
  tableName: "contact_tag",
  properties: {
    teamId: p.uuid().primary(),
    tag: p.string().length(255).primary(),
    contactCreatedAt: timestamp().primary(),
    contactId: p.uuid().primary(),
    contact: () => teamRelation(Contact, "contact_id"),
  },
  indexes: [{ name: "contact_tag_contact_index", properties: ["teamId", "contactId"] }],
});

/** A copy of a contact's tag. Its primary key lists the contacts with a tag, newest first. */
export class ContactTag extends ContactTagSchema.class {}
ContactTagSchema.setClass(ContactTag);
