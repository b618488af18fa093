import type { ContactSummary, Contact as WireContact, ContactPhone as WireContactPhone } from "../../generated/api.ts";
import type { ContactPhone } from "../db/entities/contact-phone.ts";
import type { ContactRow } from "./contact-rows.ts";
import type { FullContact } from "./find-contacts.ts";

export function presentContactSummary(contact: ContactRow): ContactSummary {
  return {
    id: contact.id,
    name: contact.name,
    company: contact.company ?? null,
    role: contact.role ?? null,
    primaryPhone: contact.primaryPhone,
    tags: contact.tags,
    externalId: contact.externalId ?? null,
    metadata: contact.metadata,
    createdAt: contact.createdAt,
    updatedAt: contact.updatedAt,
  };
}

export function presentContact({ contact, phones }: FullContact): WireContact {
  const primaryPhone = phones.find(({ isPrimary }) => isPrimary)!.phoneNumber;
  return {
    ...presentContactSummary({ ...contact, primaryPhone }),
    phones: phones.map(presentContactPhone),
    notes: contact.notes,
  };
}

export function presentContactPhone(phone: ContactPhone): WireContactPhone {
  return {
    id: phone.id,
    phoneNumber: phone.phoneNumber,
    label: phone.label ?? null,
    isPrimary: phone.isPrimary,
    createdAt: phone.createdAt,
    updatedAt: phone.updatedAt,
  };
}
