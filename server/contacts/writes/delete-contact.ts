import { lockPhones } from "../../db/sql/locks.ts";
import type { Timestamp } from "../../db/timestamp.ts";
import { fail } from "../../errors.ts";
import { recordDeletion } from "../../events/contact-events.ts";
import type { Scope } from "../../operations/scope.ts";
import type { E164 } from "../../phone.ts";
import type { FullContact } from "../contact.ts";
import { getContact } from "../find-contacts.ts";
import { refreshThreads } from "../lists/shown-contacts.ts";
import { forgetMergesOf } from "../merges/kept-merges.ts";
import { countUnlinked, moveThreads } from "../threads/thread-links.ts";
import { lockContacts } from "./lock-contacts.ts";
import { removeContact } from "./save-contacts.ts";

/**
 * Deletes a contact, unless it has changed after `unchangedSince`. Its threads stay and show the oldest other contact with
 * their phone, if there is one. Returns the number of threads that showed the contact.
 *
 * @throws contact_not_found, contact_changed
 * @see docs/decisions.md, Contacts
 */
export async function deleteContact(scope: Scope, id: string, unchangedSince: Timestamp | undefined): Promise<number> {
  const now = await lockContacts(scope);
  const full = await getContact(scope, id);
  if (unchangedSince !== undefined && full.contact.updatedAt > unchangedSince) fail("contact_changed");
  return removeWhole(scope, full, now);
}

/** Deletes a contact, as above, while the caller holds the lock of the team's contacts. */
export async function removeWhole(
  { em, teamId }: Pick<Scope, "em" | "teamId">,
  full: FullContact,
  now: Timestamp,
): Promise<number> {
  const { contact, phones } = full;
  const numbers = phones.map(({ phoneNumber }) => ({ teamId, phone: phoneNumber }));
  await lockPhones(em, numbers, "exclusive");
  const shown = await countUnlinked(
    em,
    teamId,
    contact,
    phones.map(({ phoneNumber }) => phoneNumber as E164),
  );
  const linked = await moveThreads(em, teamId, { from: contact.id, to: null });
  await removeContact(em, full);
  await refreshThreads(em, numbers);
  await forgetMergesOf(em, teamId, contact.id);
  await recordDeletion(em, teamId, { contactId: contact.id }, now);
  return linked + shown;
}
