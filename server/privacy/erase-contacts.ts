import { sql } from "kysely";
import type { FullContact } from "../contacts/contact.ts";
import { findContacts } from "../contacts/find-contacts.ts";
import { makePrimary } from "../contacts/phones.ts";
import { removeWhole } from "../contacts/writes/delete-contact.ts";
import { open } from "../contacts/writes/open-contact.ts";
import { saveContacts } from "../contacts/writes/save-contacts.ts";
import { type EntityManager, prepared } from "../db/orm.ts";
import type { Timestamp } from "../db/timestamp.ts";
import type { Scope } from "../operations/scope.ts";

/** The phones that are erased, and perhaps the contact that they belong to. */
interface Erased {
  phones: string[];
  contactId: string | undefined;
  now: Timestamp;
}

/**
 * Deletes the contacts that have no other phone than erased ones, and the contact that is erased itself. A contact with another
 * phone loses the erased ones and stays. Returns the number of deleted contacts. The caller holds the lock of the team's
 * contacts.
 */
export async function eraseContacts(
  scope: Pick<Scope, "em" | "teamId">,
  { phones, contactId, now }: Erased,
): Promise<number> {
  const { em, teamId } = scope;
  const ids = await findHolders(em, teamId, phones);
  if (contactId !== undefined) ids.add(contactId.toLowerCase());
  const isErased = ({ phoneNumber }: { phoneNumber: string }) => phones.includes(phoneNumber);
  let deleted = 0;
  for (const full of await findContacts(
    em,
    [...ids].map((id) => ({ teamId, id })),
  )) {
    if (full.contact.id === contactId?.toLowerCase() || full.phones.every(isErased)) {
      await removeWhole(scope, full, now);
      deleted += 1;
    } else await removePhones(em, full, isErased, now);
  }
  return deleted;
}

async function findHolders(em: EntityManager, teamId: string, phones: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ contact_id: string }>`
    select contact_id from contact_phone where team_id = ${teamId} and phone_number = any (${phones}::text[])
  `.execute(prepared(em));
  return new Set(rows.map((row) => row.contact_id));
}

async function removePhones(
  em: EntityManager,
  full: FullContact,
  isErased: (phone: { phoneNumber: string }) => boolean,
  now: Timestamp,
): Promise<void> {
  const contact = open(full);
  const left = contact.phones.filter((phone) => !isErased(phone));
  if (!left.some(({ isPrimary }) => isPrimary)) makePrimary(contact, left[0]!, now);
  contact.phones = left;
  contact.contact.updatedAt = now;
  await saveContacts(em, [contact]);
}
