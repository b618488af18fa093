import type { Timestamp } from "../../db/timestamp.ts";
import { failFields } from "../../errors.ts";
import { attachPhone, type GivenPhone, makePrimary } from "../phones.ts";
import { type ContactFields, changeFields, type NewContact } from "./change-contacts.ts";
import { checkLimits } from "./check-limits.ts";
import type { OpenContact } from "./open-contact.ts";

export interface UpsertFields extends ContactFields {
  id?: string | undefined;
  phones?: GivenPhone[] | undefined;
}

/**
 * Changes the open contact that an upsert matches: the given fields, the labels of its phones, and phones that it does
 * not have yet.
 *
 * @throws validation_error for too many phones
 */
export function updateMatched(contact: OpenContact, given: UpsertFields, now: Timestamp): void {
  changeFields(contact, given, now);
  const before = new Map(contact.phones.map((phone) => [phone.phoneNumber, phone]));
  for (const phone of given.phones ?? []) {
    const existing = before.get(phone.phoneNumber);
    if (existing && phone.label !== undefined) Object.assign(existing, { label: phone.label, updatedAt: now });
    const record = existing ?? attachPhone(contact, phone, now);
    if (phone.isPrimary) makePrimary(contact, record, now);
  }
  checkLimits({ phones: contact.phones }, [{ phones: [...before] }]);
}

/**
 * The new contact that an upsert without a match adds.
 *
 * @throws validation_error if the name or the phones are absent
 */
export function requireNew(given: UpsertFields): NewContact {
  const { name, phones } = given;
  if (name !== undefined && phones !== undefined) return { ...given, name, phones };
  const missing = [name === undefined ? "name" : [], phones === undefined ? "phones" : []].flat();
  return failFields(missing, "is required to add a contact, because no contact matches");
}
