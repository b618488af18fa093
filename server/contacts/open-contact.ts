import type { Timestamp } from "../db/timestamp.ts";
import type { Scope } from "../scope.ts";
import { type FullContact, getContact } from "./find-contacts.ts";
import { lockContacts } from "./lock-contacts.ts";

/** The values of a contact from which its search data, groups and thread links are derived. */
export interface Traits {
  name: string;
  company: string | null;
  externalId: string | null;
  tags: string[];
  phones: string[];
  nameGroupId: string | null;
  isCrowded: boolean;
}

/** A contact that is being changed. */
export interface OpenContact extends FullContact {
  /** The values before the change; null for a new contact. */
  was: Traits | null;
}

/** The current values of a contact, for a later comparison. */
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

/** Records a contact's values before its change. `saveContact` compares them with the new values. */
export const open = (full: FullContact): OpenContact => ({ ...full, was: traitsOf(full) });

/**
 * Locks the team's contacts and reads a contact to change it. Returns it with the timestamp of the change.
 *
 * @throws contact_not_found
 */
export async function openContact(scope: Scope, id: string): Promise<{ contact: OpenContact; now: Timestamp }> {
  const now = await lockContacts(scope);
  return { contact: open(await getContact(scope, id)), now };
}
