import { Contact } from "../db/entities/contact.ts";
import { ContactPhone } from "../db/entities/contact-phone.ts";
import { readSnapshot } from "../db/snapshot.ts";
import { fail } from "../errors.ts";
import type { E164 } from "../phone.ts";
import type { Scope } from "../scope.ts";

/** A contact with its phones. The oldest phone is first. */
export interface FullContact {
  contact: Contact;
  phones: ContactPhone[];
}

/** The team's contacts with the given ids. */
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
 * One of the team's contacts, for a change. The caller must hold the lock of `lockContacts`.
 *
 * @throws contact_not_found
 */
export async function getContact(scope: Scope, id: string): Promise<FullContact> {
  const [contact] = await findContacts(scope, [id]);
  return contact ?? fail("contact_not_found");
}

/**
 * One of the team's contacts, for reading. A snapshot ensures that the contact and its phones belong together, even
 * during a merge.
 *
 * @throws contact_not_found
 */
export function readContact(scope: Scope, id: string): Promise<FullContact> {
  return readSnapshot(scope.em, (em) => getContact({ ...scope, em }, id));
}

/**
 * The only contact with a phone, or null.
 *
 * @throws multiple_contacts_found
 */
export function findContactByPhone(scope: Scope, phone: E164): Promise<FullContact | null> {
  return readSnapshot(scope.em, async (em) => {
    const holders = await em.find(ContactPhone, { teamId: scope.teamId, phoneNumber: phone }, { limit: 2 });
    const [holder, another] = holders;
    if (another) fail("multiple_contacts_found");
    return holder ? getContact({ ...scope, em }, holder.contactId) : null;
  });
}
