import { newId } from "../db/schema/ids.ts";
import type { Timestamp } from "../db/timestamp.ts";
import { fail, failFields } from "../errors.ts";
import type { E164 } from "../phone.ts";
import type { Phone } from "./contact.ts";
import type { OpenContact } from "./writes/open-contact.ts";

/** A phone in a request. */
export interface GivenPhone {
  phoneNumber: E164;
  label?: string | null | undefined;
  isPrimary?: boolean | undefined;
}

/** @throws duplicate_contact_phone for a number that is given twice; validation_error for two primary phones */
export function checkPhones(phones: GivenPhone[]): void {
  if (phones.filter(({ isPrimary }) => isPrimary).length > 1) {
    failFields(["phones"], "must have at most one primary phone");
  }
  if (new Set(phones.map(({ phoneNumber }) => phoneNumber)).size < phones.length) {
    fail("duplicate_contact_phone", { message: "The same phone number is given twice." });
  }
}

/** Gives an open contact another phone, which is not primary yet. */
export function attachPhone({ phones }: OpenContact, { phoneNumber, label }: GivenPhone, now: Timestamp): Phone {
  const phone = { id: newId(), phoneNumber, label: label ?? null, isPrimary: false, createdAt: now, updatedAt: now };
  phones.push(phone);
  return phone;
}

/** Makes a phone of an open contact primary, instead of the current primary phone. */
export function makePrimary({ phones }: OpenContact, phone: Phone, now: Timestamp): void {
  const current = phones.find(({ isPrimary }) => isPrimary);
  if (current === phone) return;
  if (current) Object.assign(current, { isPrimary: false, updatedAt: now });
  Object.assign(phone, { isPrimary: true, updatedAt: now });
}
