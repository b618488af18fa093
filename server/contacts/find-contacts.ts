import { Contact } from "../db/entities/contact.ts";
import { ContactPhone } from "../db/entities/contact-phone.ts";
import { fail } from "../errors.ts";
import type { E164 } from "../phone.ts";
import type { Scope } from "../scope.ts";

/** A contact with its phones, the oldest first. */
export interface FullContact {
  contact: Contact;
  phones: ContactPhone[];
}

/** Those of the team's contacts that have these ids. */
export async function findContacts(scope: Scope, ids: string[]): Promise<FullContact[]> {
  if (ids.length === 0) return [];
  const { teamId, em } = scope;
  const contacts = await em.find(Contact, { teamId, id: { $in: ids } });
  const phones = await em.find(
    ContactPhone,
    { teamId, contactId: { $in: ids } },
    { orderBy: { createdAt: "asc", id: "asc" } },
  );
  return contacts.map((contact) => ({ contact, phones: phones.filter(({ contactId }) => contactId === contact.id) }));
}

/**
 * One of the team's contacts.
 *
 * @throws contact_not_found
 */
export async function getContact(scope: Scope, id: string): Promise<FullContact> {
  const [contact] = await findContacts(scope, [id]);
  return contact ?? fail("contact_not_found");
}

/**
 * The one contact with a phone, or null.
 *
 * @throws multiple_contacts_found
 */
export async function findContactByPhone(scope: Scope, phone: E164): Promise<FullContact | null> {
  const holders = await scope.em.find(ContactPhone, { teamId: scope.teamId, phoneNumber: phone }, { limit: 2 });
  const [holder, another] = holders;
  if (another) fail("multiple_contacts_found");
  return holder ? getContact(scope, holder.contactId) : null;
}
