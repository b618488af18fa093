import type {
  ContactSummary,
  SavedContact,
  UpsertedContact,
  Contact as WireContact,
  ContactPhone as WireContactPhone,
} from "../../generated/api.ts";
import type { FullContact, Phone } from "./contact.ts";
import type { ContactRow } from "./lists/rows.ts";
import type { WrittenContact } from "./writes/apply-write.ts";

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

export function presentContactPhone(phone: Phone): WireContactPhone {
  return {
    id: phone.id,
    phoneNumber: phone.phoneNumber,
    label: phone.label,
    isPrimary: phone.isPrimary,
    createdAt: phone.createdAt,
    updatedAt: phone.updatedAt,
  };
}

/** The answer of a create, an update or an upsert. */
export function presentWritten({ operation, matchedBy, ...contact }: WrittenContact): SavedContact | UpsertedContact {
  const saved = { success: true, contact: presentContact(contact) };
  return operation === "upsertContact" ? { ...saved, created: matchedBy === null, matchedBy } : saved;
}
