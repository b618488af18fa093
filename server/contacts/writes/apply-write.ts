import type { Timestamp } from "../../db/timestamp.ts";
import { fail } from "../../errors.ts";
import type { FullContact } from "../contact.ts";
import { checkPhones } from "../phones.ts";
import { type ContactFields, changeFields, type NewContact, openNew } from "./change-contacts.ts";
import {
  type ContactMatch,
  type Holders,
  type Identity,
  identitiesOf,
  type Match,
  resolveMatch,
} from "./identities.ts";
import { open } from "./open-contact.ts";
import type { TouchedContacts } from "./touched-contacts.ts";
import { requireNew, type UpsertFields, updateMatched } from "./upsert-contact.ts";

/** What a request does to the contacts of its team. */
export type ContactWrite =
  | { operation: "createContact"; given: NewContact }
  | { operation: "updateContact"; given: ContactFields & { id: string } }
  | { operation: "upsertContact"; given: UpsertFields };

export type TeamWrite = ContactWrite & { teamId: string };

/** A contact as a write left it. */
export interface WrittenContact extends FullContact {
  operation: ContactWrite["operation"];
  /** The kind of identity by which an upsert found the contact; null if the contact was added. */
  matchedBy: ContactMatch | null;
}

/** The identities by which a write finds its contact. */
export function identitiesIn({ teamId, operation, given }: TeamWrite): Identity[] {
  if (operation === "createContact") return [];
  return identitiesOf(teamId, operation === "updateContact" ? { id: given.id } : given);
}

/**
 * Finds the contact that a write changes; undefined if it adds one.
 *
 * @throws ambiguous_contact_match, contact_identity_conflict, and the errors of `checkPhones`
 */
export function findMatch(write: TeamWrite, holders: Holders): Match | undefined {
  if (write.operation === "upsertContact") checkPhones(write.given.phones ?? []);
  return resolveMatch(identitiesIn(write), holders);
}

/**
 * Changes or adds the contact of a write. The write finds the contacts as the writes before it left them.
 *
 * @throws contact_not_found, ambiguous_contact_match, contact_identity_conflict, duplicate_contact_phone;
 *   validation_error for two primary phones, for too many phones, and for an upsert of a new contact without name or
 *   phones
 */
export function applyWrite(write: TeamWrite, touched: TouchedContacts, now: Timestamp): WrittenContact {
  const { teamId } = write;
  const match = findMatch(write, touched.holders);
  const contact = match ? open(touched.get({ teamId, id: match.id })) : openNew(teamId, newContactOf(write), now);
  if (match && write.operation === "upsertContact") updateMatched(contact, write.given, now);
  else if (match) changeFields(contact, write.given, now);
  touched.keep(contact);
  return { contact: contact.contact, phones: contact.phones, operation: write.operation, matchedBy: match?.by ?? null };
}

function newContactOf(write: ContactWrite): NewContact {
  switch (write.operation) {
    case "createContact":
      return write.given;
    case "updateContact":
      return fail("contact_not_found");
    case "upsertContact":
      return requireNew(write.given);
  }
}
