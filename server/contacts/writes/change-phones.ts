import { fail, failFields } from "../../errors.ts";
import type { Scope } from "../../operations/scope.ts";
import type { FullContact, Phone } from "../contact.ts";
import { attachPhone, type GivenPhone, makePrimary } from "../phones.ts";
import { checkLimits } from "./check-limits.ts";
import { type OpenContact, openContact } from "./open-contact.ts";
import { saveContacts } from "./save-contacts.ts";

/** A contact after a change of a phone. */
export interface ChangedPhone extends FullContact {
  phone: Phone;
}

/**
 * Adds a phone to a contact.
 *
 * @throws contact_not_found, duplicate_contact_phone; validation_error for too many phones
 */
export async function addPhone(scope: Scope, contactId: string, given: GivenPhone): Promise<ChangedPhone> {
  const { contact: open, now } = await openContact(scope, contactId);
  if (open.phones.some(({ phoneNumber }) => phoneNumber === given.phoneNumber)) fail("duplicate_contact_phone");
  const before = [...open.phones];
  const phone = attachPhone(open, given, now);
  checkLimits({ phones: open.phones }, [{ phones: before }]);
  if (given.isPrimary) makePrimary(open, phone, now);
  open.contact.updatedAt = now;
  await saveContacts(scope.em, [open]);
  return { ...open, phone };
}

/**
 * Changes the label of a contact's phone, or makes it primary.
 *
 * @throws contact_not_found, contact_phone_not_found; validation_error for `isPrimary: false` on the primary phone
 */
export async function updatePhone(
  scope: Scope,
  contactId: string,
  phoneId: string,
  changes: { label?: string | null | undefined; isPrimary?: boolean | undefined },
): Promise<ChangedPhone> {
  const { contact: open, now } = await openContact(scope, contactId);
  const phone = findPhone(open, phoneId);
  if (phone.isPrimary && changes.isPrimary === false) {
    failFields(["isPrimary"], "cannot be false on the primary phone; make another phone primary");
  }
  if (changes.isPrimary) makePrimary(open, phone, now);
  if (changes.label !== undefined) phone.label = changes.label;
  phone.updatedAt = now;
  open.contact.updatedAt = now;
  await saveContacts(scope.em, [open]);
  return { ...open, phone };
}

/**
 * Deletes a phone of a contact. If it was the primary phone, the oldest remaining phone becomes primary.
 *
 * @throws contact_not_found, contact_phone_not_found, cannot_delete_last_contact_phone
 */
export async function deletePhone(scope: Scope, contactId: string, phoneId: string): Promise<FullContact> {
  const { contact: open, now } = await openContact(scope, contactId);
  const phone = findPhone(open, phoneId);
  const remaining = open.phones.filter((other) => other !== phone);
  const [oldest] = remaining;
  if (!oldest) fail("cannot_delete_last_contact_phone");
  if (phone.isPrimary) makePrimary(open, oldest, now);
  open.phones = remaining;
  open.contact.updatedAt = now;
  await saveContacts(scope.em, [open]);
  return open;
}

function findPhone({ phones }: OpenContact, phoneId: string): Phone {
  return phones.find(({ id }) => id === phoneId.toLowerCase()) ?? fail("contact_phone_not_found");
}
