import { type ContactId, type FullContact, keyOf } from "../contact.ts";
import { type Holders, moveHolder } from "./identities.ts";
import type { OpenContact } from "./open-contact.ts";

/** The contacts that a batch of writes touches, as the writes so far left them. */
export interface TouchedContacts {
  /** The contacts that have the identities of the batch. */
  readonly holders: Holders;
  get(id: ContactId): FullContact;
  /** Keeps a contact that a write has added or changed. Later writes find it so. */
  keep(contact: FullContact): void;
  /** The contacts that the batch has added or changed, each with its state before the batch. */
  changed(): OpenContact[];
}

export function createTouchedContacts(stored: FullContact[], holders: Holders): TouchedContacts {
  const before = new Map(stored.map((full) => [keyOf(full.contact), full]));
  const changed = new Map<string, FullContact>();
  return {
    holders,
    get(id) {
      const contact = changed.get(keyOf(id)) ?? before.get(keyOf(id));
      // A contact that only a later state of the batch identifies has another identity that the write also gives.
      if (!contact) throw new Error(`The contact ${id.id} was not looked up`);
      return contact;
    },
    keep(contact) {
      const key = keyOf(contact.contact);
      moveHolder(holders, changed.get(key) ?? before.get(key) ?? null, contact);
      changed.set(key, contact);
    },
    changed: () =>
      [...changed].map(([key, { contact, phones }]) => ({ contact, phones, was: before.get(key) ?? null })),
  };
}
