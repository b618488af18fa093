import type { Timestamp } from "../db/timestamp.ts";
import type { Scope } from "../scope.ts";
import { type FullContact, getContact } from "./find-contacts.ts";
import { lockContacts } from "./lock-contacts.ts";

/** What of a contact others are found, grouped and linked by. */
export interface Traits {
  name: string;
  company: string | null;
  externalId: string | null;
  tags: string[];
  phones: string[];
  nameGroupId: string | null;
  isCrowded: boolean;
}

/** A contact in the hands of a change. */
export interface OpenContact extends FullContact {
  /** What it was before; null when it is new. */
  was: Traits | null;
}

/** A contact as it is now, to compare with later. */
export function traitsOf({ contact, phones }: FullContact): Traits {
  return {
    name: contact.name,
    company: contact.company ?? null,
    externalId: contact.externalId ?? null,
    tags: [...contact.tags],
    phones: phones.map(({ phoneNumber }) => phoneNumber),
    nameGroupId: contact.nameGroupId ?? null,
    isCrowded: contact.isCrowded,
  };
}

/** Remembers what a contact was, for the time when its change is saved. */
export const open = (full: FullContact): OpenContact => ({ ...full, was: traitsOf(full) });

/**
 * Takes a contact to change it, together with the moment of the change.
 *
 * @throws contact_not_found
 */
export async function openContact(scope: Scope, id: string): Promise<{ contact: OpenContact; now: Timestamp }> {
  const now = await lockContacts(scope);
  return { contact: open(await getContact(scope, id)), now };
}
