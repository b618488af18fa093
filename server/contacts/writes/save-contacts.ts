import { sql } from "kysely";
import { type EntityManager, withoutResult } from "../../db/orm.ts";
import { lockPhones } from "../../db/sql/locks.ts";
import { recordContactEvents } from "../../events/contact-events.ts";
import { findListening } from "../../events/record-events.ts";
import { type FullContact, keyOf } from "../contact.ts";
import { type ChangedKeys, type DuplicateKey, refreshDuplicates } from "../duplicates/duplicate-groups.ts";
import { joinNameGroups } from "../duplicates/join-name-groups.ts";
import { leaveNameGroups } from "../duplicates/leave-name-groups.ts";
import type { NameGroup } from "../duplicates/name-groups.ts";
import { lockShown, refreshThreads } from "../lists/shown-contacts.ts";
import { linkThreads, unlinkThreads } from "../threads/thread-links.ts";
import { changesOf } from "./changed-fields.ts";
import { isRenamed, type OpenContact } from "./open-contact.ts";
import { storeContacts } from "./store-contacts.ts";
import { type ContactPhone, type PhoneChanges, storePhones } from "./store-phones.ts";
import { replaceTags } from "./store-tags.ts";

/**
 * Stores changed and new contacts, and updates the data that is derived from them. The caller must hold the lock of
 * `lockContacts`. Nobody reads the results of the statements after the groups of names, so they travel together.
 */
export async function saveContacts(tx: EntityManager, contacts: OpenContact[]): Promise<void> {
  if (contacts.length === 0) return;
  const [regrouped, listening] = await Promise.all([
    regroup(tx, contacts.filter(isRenamed)),
    findListening(
      tx,
      contacts.map(({ contact }) => contact.teamId),
    ),
  ]);
  const phones = phoneChangesOf(contacts);
  await storeContacts(tx, contacts);
  await replaceTags(tx, contacts);
  const shown = await lockShown(tx, contacts);
  await followPhones(tx, phones);
  await storePhones(tx, phones);
  await refreshThreads(tx, shown);
  await refreshDuplicates(tx, changedKeys(contacts, regrouped));
  await recordContactEvents(tx, contacts.filter(({ contact }) => listening.has(contact.teamId)).flatMap(changesOf));
}

/** Deletes a contact with its phones. Its threads have been moved or unlinked before. */
export async function removeContact(tx: EntityManager, was: FullContact): Promise<void> {
  const { contact } = was;
  const left = await leaveNameGroups(tx, [contact]);
  const gone: OpenContact = { contact: { ...contact, tags: [], externalId: null }, phones: [], was };
  await replaceTags(tx, [gone]);
  await storePhones(tx, phoneChangesOf([gone]));
  await sql`delete from contact where team_id = ${contact.teamId} and id = ${contact.id}`.execute(withoutResult(tx));
  await refreshDuplicates(tx, changedKeys([gone], left));
}

/** Assigns renamed and new contacts to the groups of their names. Returns the ids of the groups that changed. */
async function regroup(tx: EntityManager, renamed: OpenContact[]): Promise<NameGroup[]> {
  const left = await leaveNameGroups(
    tx,
    renamed.flatMap(({ was }) => was?.contact ?? []),
  );
  const { groups, changed } = await joinNameGroups(
    tx,
    renamed.map(({ contact }) => contact),
  );
  for (const { contact } of renamed) Object.assign(contact, groups.get(keyOf(contact)));
  return [...left, ...changed];
}

/** The phones that contacts gained, lost or changed. */
function phoneChangesOf(contacts: OpenContact[]): PhoneChanges {
  const changes: PhoneChanges = { gained: [], lost: [], changed: [] };
  for (const { contact, phones, was } of contacts) {
    const before = new Map(was?.phones.map((phone) => [phone.id, phone]));
    for (const phone of phones) {
      const previous = before.get(phone.id);
      const record: ContactPhone = { contact, phone };
      if (!previous) changes.gained.push(record);
      else if (previous.updatedAt !== phone.updatedAt) changes.changed.push(record);
      before.delete(phone.id);
    }
    changes.lost.push(...[...before.values()].map((phone) => ({ contact, phone })));
  }
  return changes;
}

/** Links the threads of phones that contacts gained, and unlinks those of phones that they lost. */
async function followPhones(tx: EntityManager, { gained, lost }: PhoneChanges): Promise<void> {
  const phones = [...gained, ...lost].map(({ contact: { teamId }, phone }) => ({ teamId, phone: phone.phoneNumber }));
  await lockPhones(tx, phones, "exclusive");
  await unlinkThreads(tx, lost);
  await linkThreads(tx, gained);
}

/** The phones and external ids that contacts have only before or only after their change, and the changed groups. */
function changedKeys(contacts: OpenContact[], groups: NameGroup[]): ChangedKeys {
  const changed: ChangedKeys = {
    lost: groups.map(({ teamId, id }): DuplicateKey => ({ teamId, reason: "similar_name", key: id })),
    gained: [],
  };
  for (const { contact, phones, was } of contacts) {
    const before = new Map(was ? keysOf(was) : []);
    const after = new Map(keysOf({ contact, phones }));
    for (const [name, key] of before) if (!after.has(name)) changed.lost.push(key);
    for (const [name, key] of after) if (!before.has(name)) changed.gained.push(key);
  }
  return changed;
}

function keysOf({ contact: { teamId, externalId }, phones }: FullContact): [name: string, key: DuplicateKey][] {
  const keys = phones.map(({ phoneNumber: key }): DuplicateKey => ({ teamId, reason: "same_phone", key }));
  if (externalId) keys.push({ teamId, reason: "same_external_id", key: externalId });
  return keys.map((key) => [`${key.reason} ${key.key}`, key]);
}
