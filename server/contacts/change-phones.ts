import type { ContactPhone } from "../db/entities/contact-phone.ts";
import { fail, failFields } from "../errors.ts";
import type { Scope } from "../scope.ts";
import { checkLimits } from "./check-limits.ts";
import type { FullContact } from "./find-contacts.ts";
import { type OpenContact, openContact } from "./open-contact.ts";
import { attachPhone, type GivenPhone, makePrimary } from "./phones.ts";
import { saveContact } from "./save-contact.ts";

/** A contact after a change of a phone. */
export interface ChangedPhone extends FullContact {
  phone: ContactPhone;
}

/**
 * Adds a phone to a contact.
 *
 * @throws contact_not_found, duplicate_contact_phone; validation_error for too many phones
 */
export async function addPhone(scope: Scope, contactId: string, given: GivenPhone): Promise<ChangedPhone> {
  const { contact, now } = await openContact(scope, contactId);
  if (contact.phones.some(({ phoneNumber }) => phoneNumber === given.phoneNumber)) fail("duplicate_contact_phone");
  const before = [...contact.phones];
  const phone = attachPhone(scope, contact, given, now);
  checkLimits({ phones: contact.phones }, [{ phones: before }]);
  if (given.isPrimary) await makePrimary(scope, contact, phone, now);
  return { ...(await saveContact(scope, contact, now)), phone };
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
  const { contact, now } = await openContact(scope, contactId);
  const phone = findPhone(contact, phoneId);
  if (phone.isPrimary && changes.isPrimary === false) {
    failFields(["isPrimary"], "cannot be false on the primary phone; make another phone primary");
  }
  if (changes.isPrimary) await makePrimary(scope, contact, phone, now);
  scope.em.assign(phone, { ...(changes.label !== undefined && { label: changes.label }), updatedAt: now });
  return { ...(await saveContact(scope, contact, now)), phone };
}

/**
 * Deletes a phone of a contact. If it was the primary phone, the oldest remaining phone becomes primary.
 *
 * @throws contact_not_found, contact_phone_not_found, cannot_delete_last_contact_phone
 */
export async function deletePhone(scope: Scope, contactId: string, phoneId: string): Promise<FullContact> {
  const { contact, now } = await openContact(scope, contactId);
  const phone = findPhone(contact, phoneId);
  const remaining = contact.phones.filter((other) => other !== phone);
  const [oldest] = remaining;
  if (!oldest) fail("cannot_delete_last_contact_phone");
  if (phone.isPrimary) await makePrimary(scope, contact, oldest, now);
  scope.em.remove(phone);
  return saveContact(scope, { ...contact, phones: remaining }, now);
}

function findPhone({ phones }: OpenContact, phoneId: string): ContactPhone {
  return phones.find(({ id }) => id === phoneId.toLowerCase()) ?? fail("contact_phone_not_found");
}
