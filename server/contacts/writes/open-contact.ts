import type { Timestamp } from "../../db/timestamp.ts";
import type { Scope } from "../../operations/scope.ts";
import type { FullContact } from "../contact.ts";
import { getContact } from "../find-contacts.ts";
import { lockContacts } from "./lock-contacts.ts";

/** A contact that is being changed. */
export interface OpenContact extends FullContact {
  /** The contact before the change; null for a new contact. `saveContacts` compares the two. */
  was: FullContact | null;
}

/** Copies a contact to change it. */
export function open(full: FullContact): OpenContact {
  const { contact, phones } = full;
  return { contact: { ...contact }, phones: phones.map((phone) => ({ ...phone })), was: full };
}

/** Whether the contact is new or its name or company changed, so that its group of similar names may change, too. */
export const isRenamed = ({ contact, was }: OpenContact): boolean =>
  was?.contact.name !== contact.name || was.contact.company !== contact.company;

/**
 * Locks the team's contacts and reads a contact to change it. Returns it with the timestamp of the change.
 *
 * @throws contact_not_found
 */
export async function openContact(scope: Scope, id: string): Promise<{ contact: OpenContact; now: Timestamp }> {
  const now = await lockContacts(scope);
  return { contact: open(await getContact(scope, id)), now };
}
