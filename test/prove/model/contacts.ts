/**
 * What is answered about contacts and their phones.
 */

import { Generated } from "./expected-values.ts";
import { linkThreads, shownIn, unlinkThreads } from "./links.ts";
import { forgetMergesOf } from "./merges.ts";
import {
  type ApiRequest,
  byId,
  type Contact,
  type Expected,
  type Fields,
  later,
  noEarlier,
  type Phone,
  refuse,
  type Team,
} from "./team.ts";

interface NewPhone {
  phoneNumber: string;
  label?: string;
  isPrimary?: boolean;
}

export const notFound = refuse("404 contact_not_found");
const noSuchPhone = refuse("404 contact_phone_not_found");
const invalid = refuse("422 validation_error");

export const holdersOf = ({ contacts }: Team, phone: unknown) =>
  contacts.filter(({ phones }) => phones.some(({ phoneNumber }) => phoneNumber === phone));

const presentPhone = ({ serial, ...phone }: Phone) => phone;

export function presentSummary({ phones, notes, ...contact }: Contact) {
  return { ...contact, primaryPhone: phones.find(({ isPrimary }) => isPrimary)!.phoneNumber };
}

export const present = (contact: Contact) => ({
  ...presentSummary(contact),
  phones: contact.phones.map(presentPhone),
  notes: contact.notes,
});

export function createContact(team: Team, { body: given = {} }: ApiRequest): Expected {
  const body = withoutEmpty(given);
  const phones = readPhones(body.phones);
  const refusals = refusalsOf(phones);
  if (refusals.length > 0) return refuse(...refusals);
  return { body: { success: true, contact: present(addContact(team, body, phones)) } };
}

export function getContact(team: Team, { path }: ApiRequest): Expected {
  const contact = byId(team.contacts, path.id);
  return contact ? { body: present(contact) } : notFound;
}

export function getContactByPhone(team: Team, { path }: ApiRequest): Expected {
  const [contact, another] = holdersOf(team, path.phone);
  if (another) return refuse("409 multiple_contacts_found");
  return { body: { found: contact !== undefined, contact: contact ? present(contact) : null } };
}

export function updateContact(team: Team, { path, body = {} }: ApiRequest): Expected {
  const contact = byId(team.contacts, path.id);
  if (!contact) return notFound;
  change(contact, emptyToNull(body));
  return { body: { success: true, contact: present(contact) } };
}

export function upsertContact(team: Team, { body: given = {} }: ApiRequest): Expected {
  const body = withoutEmpty(given);
  const { id, externalId } = body;
  const phones = readPhones(body.phones);
  const refusals = refusalsOf(phones);
  const lookups = [
    ...(id === undefined ? [] : [{ by: "id", found: team.contacts.filter((each) => each.id.value === id) }]),
    ...(externalId === undefined
      ? []
      : [{ by: "externalId", found: team.contacts.filter((each) => each.externalId === externalId) }]),
    ...phones.map(({ phoneNumber }) => ({ by: "phone", found: holdersOf(team, phoneNumber) })),
  ];
  const naming = lookups.filter(({ found }) => found.length === 1);
  const named = new Set(naming.map(({ found }) => found[0]!));
  const [contact, other] = named;
  if (lookups.some(({ found }) => found.length > 1 && !found.some((each) => named.has(each)))) {
    refusals.push("409 ambiguous_contact_match");
  } else if (other) refusals.push("409 contact_identity_conflict");
  else if (!contact && (body.name === undefined || phones.length === 0)) refusals.push("422 validation_error");
  if (refusals.length > 0) return refuse(...refusals);

  if (!contact) {
    const added = addContact(team, body, phones);
    return { body: { success: true, created: true, matchedBy: null, contact: present(added) } };
  }
  change(contact, body);
  const gained: string[] = [];
  for (const { phoneNumber, label, isPrimary } of phones) {
    let phone = contact.phones.find((each) => each.phoneNumber === phoneNumber);
    if (phone && label !== undefined) phone.label = label;
    if (phone) phone.updatedAt = noEarlier(phone.updatedAt);
    if (!phone) {
      gained.push(phoneNumber);
      phone = addPhone(team, contact, { phoneNumber, ...(label !== undefined && { label }) });
    }
    if (isPrimary === true) makePrimary(contact, phone);
  }
  linkThreads(team, contact, gained);
  return { body: { success: true, created: false, matchedBy: naming[0]!.by, contact: present(contact) } };
}

export function deleteContact(team: Team, { path, query = {} }: ApiRequest): Expected {
  const contact = byId(team.contacts, path.id);
  if (!contact) return notFound;
  // The requests give no times between changes.
  if (String(query.unchangedSince) < "2021") return refuse("409 contact_changed");
  const shown = team.threads.filter((thread) => shownIn(team, thread) === contact);
  team.contacts.splice(team.contacts.indexOf(contact), 1);
  for (const { phoneNumber } of contact.phones) unlinkThreads(team, contact, phoneNumber);
  forgetMergesOf(team, contact);
  return { body: { success: true, contactId: contact.id, unlinkedThreads: shown.length } };
}

export function addContactPhone(team: Team, { path, body = {} }: ApiRequest): Expected {
  const contact = byId(team.contacts, path.id);
  if (!contact) return notFound;
  const { phoneNumber, isPrimary } = body as unknown as NewPhone;
  if (contact.phones.some((each) => each.phoneNumber === phoneNumber)) return refuse("409 duplicate_contact_phone");
  const phone = addPhone(team, contact, body as unknown as NewPhone);
  if (isPrimary === true) makePrimary(contact, phone);
  contact.updatedAt = later(contact.updatedAt);
  linkThreads(team, contact, [phoneNumber]);
  return { body: { success: true, phone: presentPhone(phone), contact: present(contact) } };
}

export function updateContactPhone(team: Team, { path, body = {} }: ApiRequest): Expected {
  const contact = byId(team.contacts, path.id);
  if (!contact) return notFound;
  const phone = byId(contact.phones, path.phoneId);
  if (!phone) return noSuchPhone;
  if (phone.isPrimary && body.isPrimary === false) return invalid;
  if (body.label !== undefined) phone.label = body.label || null;
  phone.updatedAt = noEarlier(phone.updatedAt);
  if (body.isPrimary === true) makePrimary(contact, phone);
  contact.updatedAt = later(contact.updatedAt);
  return { body: { success: true, phone: presentPhone(phone), contact: present(contact) } };
}

export function deleteContactPhone(team: Team, { path }: ApiRequest): Expected {
  const contact = byId(team.contacts, path.id);
  if (!contact) return notFound;
  const phone = byId(contact.phones, path.phoneId);
  if (!phone) return noSuchPhone;
  if (contact.phones.length === 1) return refuse("409 cannot_delete_last_contact_phone");
  contact.phones.splice(contact.phones.indexOf(phone), 1);
  if (phone.isPrimary) makePrimary(contact, contact.phones[0]!);
  contact.updatedAt = later(contact.updatedAt);
  unlinkThreads(team, contact, phone.phoneNumber);
  return { body: { success: true, contact: present(contact) } };
}

const readPhones = (given: unknown) =>
  ((given ?? []) as (string | Fields)[]).map((each) =>
    typeof each === "string" ? { phoneNumber: each } : withoutEmpty(each),
  ) as unknown as NewPhone[];

const optionalTexts = ["company", "role", "externalId", "label"];
const isEmptyText = ([name, value]: [string, unknown]) => value === "" && optionalTexts.includes(name);

/** The fields of a POST: empty texts count as absent. */
const withoutEmpty = (body: Fields): Fields =>
  Object.fromEntries(Object.entries(body).filter((field) => !isEmptyText(field)));

/** The fields of a PATCH: empty texts clear a field. */
const emptyToNull = (body: Fields): Fields =>
  Object.fromEntries(Object.entries(body).map((field) => (isEmptyText(field) ? [field[0], null] : field)));

function refusalsOf(phones: NewPhone[]): string[] {
  const refusals: string[] = [];
  if (new Set(phones.map(({ phoneNumber }) => phoneNumber)).size < phones.length) {
    refusals.push("409 duplicate_contact_phone");
  }
  if (phones.filter(({ isPrimary }) => isPrimary).length > 1) refusals.push("422 validation_error");
  return refusals;
}

function addContact(team: Team, body: Fields, phones: NewPhone[]): Contact {
  const createdAt = new Generated({ after: team.contacts.at(-1)?.createdAt ?? new Generated() });
  const contact: Contact = {
    id: new Generated(),
    name: "",
    company: null,
    role: null,
    externalId: null,
    metadata: {},
    tags: [],
    notes: [],
    phones: [],
    createdAt,
    updatedAt: noEarlier(createdAt),
  };
  if (typeof body.id === "string") contact.id.value = body.id.toLowerCase();
  team.contacts.push(contact);
  const { updatedAt } = contact;
  change(contact, body);
  contact.updatedAt = updatedAt;
  const primary = phones.findIndex(({ isPrimary }) => isPrimary);
  for (const [at, phone] of phones.entries()) {
    addPhone(team, contact, phone).isPrimary = at === Math.max(primary, 0);
  }
  linkThreads(
    team,
    contact,
    phones.map(({ phoneNumber }) => phoneNumber),
  );
  return contact;
}

function addPhone(team: Team, contact: Contact, { phoneNumber, label }: NewPhone): Phone {
  const createdAt = new Generated();
  const phone = { id: new Generated(), phoneNumber, label: label || null, isPrimary: false, createdAt };
  contact.phones.push({ ...phone, updatedAt: noEarlier(createdAt), serial: team.serial++ });
  return contact.phones.at(-1)!;
}

function makePrimary(contact: Contact, primary: Phone): void {
  for (const phone of contact.phones) {
    if (phone.isPrimary !== (phone === primary)) phone.updatedAt = noEarlier(phone.updatedAt);
    phone.isPrimary = phone === primary;
  }
}

/** Changes the given fields of a contact. Null clears a field. */
function change(contact: Contact, body: Fields): void {
  const { name, company, role, externalId, metadata, tags, notes } = body as Partial<Contact>;
  if (name !== undefined) contact.name = name;
  if (company !== undefined) contact.company = company;
  if (role !== undefined) contact.role = role;
  if (externalId !== undefined) contact.externalId = externalId;
  if (metadata !== undefined) contact.metadata = metadata ?? {};
  if (tags !== undefined) contact.tags = [...new Set(tags ?? [])];
  if (notes !== undefined) contact.notes = notes ?? [];
  contact.updatedAt = later(contact.updatedAt);
}
