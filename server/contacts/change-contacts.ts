import { newId } from "../db/columns.ts";
import { Contact } from "../db/entities/contact.ts";
import type { Timestamp } from "../db/timestamp.ts";
import type { Scope } from "../scope.ts";
import type { FullContact } from "./find-contacts.ts";
import { lockContacts } from "./lock-contacts.ts";
import { type OpenContact, openContact } from "./open-contact.ts";
import { attachPhone, checkPhones, type GivenPhone, makePrimary } from "./phones.ts";
import { saveContact } from "./save-contact.ts";

/** The fields that a request can set. An absent field stays unchanged; in a new contact it is empty. */
export interface ContactFields {
  name?: string | undefined;
  company?: string | null | undefined;
  role?: string | null | undefined;
  externalId?: string | null | undefined;
  tags?: string[] | undefined;
  notes?: string[] | undefined;
  metadata?: Record<string, unknown> | undefined;
}

export interface NewContact extends ContactFields {
  /** An id that no contact of the team has. By default a new id is generated. */
  id?: string | undefined;
  name: string;
  phones: GivenPhone[];
}

/**
 * Adds a contact. Its first phone is primary, unless another phone is marked as primary.
 *
 * @throws duplicate_contact_phone; validation_error for two primary phones
 */
export async function createContact(scope: Scope, given: NewContact): Promise<FullContact> {
  return addContact(scope, given, await lockContacts(scope));
}

/**
 * Adds a contact. The caller must hold the lock of `lockContacts`.
 *
 * @throws duplicate_contact_phone; validation_error for two primary phones
 */
export async function addContact(scope: Scope, given: NewContact, now: Timestamp): Promise<FullContact> {
  checkPhones(given.phones);
  const contact = scope.em.create(Contact, {
    teamId: scope.teamId,
    id: given.id?.toLowerCase() ?? newId(),
    name: given.name,
    tags: [],
    notes: [],
    metadata: {},
    searchText: "",
    searchTrigrams: [],
    isCrowded: false,
    createdAt: now,
    updatedAt: now,
  });
  const added: OpenContact = { contact, phones: [], was: null };
  changeFields(scope, added, given);
  const phones = given.phones.map((phone) => attachPhone(scope, added, phone, now));
  const marked = given.phones.findIndex(({ isPrimary }) => isPrimary);
  await makePrimary(scope, added, phones[Math.max(0, marked)]!, now);
  return saveContact(scope, added, now);
}

/**
 * Changes the given fields of a contact.
 *
 * @throws contact_not_found
 */
export async function updateContact(scope: Scope, id: string, changes: ContactFields): Promise<FullContact> {
  const { contact, now } = await openContact(scope, id);
  changeFields(scope, contact, changes);
  return saveContact(scope, contact, now);
}

/** Changes the given fields of an open contact. */
export function changeFields(scope: Scope, { contact }: OpenContact, given: ContactFields): void {
  const { name, company, role, externalId, tags, notes, metadata } = given;
  const fields = { name, company, role, externalId, notes, metadata, tags: tags && [...new Set(tags)] };
  scope.em.assign(contact, Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)));
}
