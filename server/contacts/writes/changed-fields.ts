import { isDeepStrictEqual } from "node:util";
import type { ContactChange } from "../../events/contact-events.ts";
import type { Contact, FullContact, Phone } from "../contact.ts";
import type { OpenContact } from "./open-contact.ts";

const fields = ["name", "company", "role", "externalId", "tags", "notes", "metadata"] as const;

/** The change of a contact as its event reports it; none if every value is as before. */
export function changesOf({ contact, phones, was }: OpenContact): ContactChange | [] {
  const changed = changedFields({ contact, phones }, was);
  const isChanged = was === null || changed.length > 0;
  if (!isChanged) return [];
  const { id: contactId, teamId, updatedAt: now } = contact;
  return { teamId, contactId, created: was === null, fields: changed, now };
}

/** The fields whose values changed. Of a new contact, those that are not empty. */
function changedFields({ contact, phones }: FullContact, was: FullContact | null): string[] {
  const before: Pick<Contact, (typeof fields)[number]> = was?.contact ?? empty;
  const changed: string[] = fields.filter((field) => !isDeepStrictEqual(contact[field], before[field]));
  return isDeepStrictEqual(phones.map(valuesOf), (was?.phones ?? []).map(valuesOf)) ? changed : [...changed, "phones"];
}

const empty = { name: "", company: null, role: null, externalId: null, tags: [], notes: [], metadata: {} };

const valuesOf = ({ phoneNumber, label, isPrimary }: Phone) => ({ phoneNumber, label, isPrimary });
