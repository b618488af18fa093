import type { FullContact } from "./contact.ts";
import { type Holders, moveHolder } from "./identities.ts";
import type { OpenContact } from "./open-contact.ts";

/** The contacts that a batch of writes touches, as the writes so far left them. */
export interface TouchedContacts {
  /** The contacts that have the identities of the batch. */
  readonly holders: Holders;
  get(id: string): FullContact;
  /** Keeps a contact that a write has added or changed. Later writes find it so. */
  keep(contact: FullContact): void;
  /** The contacts that the batch has added or changed, each with its state before the batch. */
  changed(): OpenContact[];
}

export function createTouchedContacts(stored: FullContact[], holders: Holders): TouchedContacts {
  const before = new Map(stored.map((full) => [full.contact.id, full]));
  const changed = new Map<string, FullContact>();
  return {
    holders,
    get(id) {
      const contact = changed.get(id) ?? before.get(id);
      // A contact that only a later state of the batch identifies has another identity that the write also gives.
      if (!contact) throw new Error(`The contact ${id} was not looked up`);
      return contact;
    },
    keep(contact) {
      const { id } = contact.contact;
      moveHolder(holders, changed.get(id) ?? before.get(id) ?? null, contact);
      changed.set(id, contact);
    },
    changed: () => [...changed].map(([id, { contact, phones }]) => ({ contact, phones, was: before.get(id) ?? null })),
  };
}
