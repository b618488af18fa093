import { sql } from "kysely";
import { lockPhones } from "../db/locks.ts";
import { deferred, type EntityManager } from "../db/orm.ts";
import { recordContactEvents } from "../events/contact-events.ts";
import { changesOf } from "./changed-fields.ts";
import type { FullContact } from "./contact.ts";
import { storeContacts } from "./contact-table.ts";
import { type DuplicateKey, refreshDuplicates } from "./duplicate-groups.ts";
import { joinNameGroups } from "./join-name-groups.ts";
import { leaveNameGroups } from "./leave-name-groups.ts";
import { isRenamed, type OpenContact } from "./open-contact.ts";
import { type ContactPhone, type PhoneChanges, storePhones } from "./phone-table.ts";
import { lockShown, refreshThreads } from "./shown-contacts.ts";
import { replaceTags } from "./tags.ts";
import { linkThreads, unlinkThreads } from "./thread-links.ts";

/**
 * Stores changed and new contacts, and updates the data that is derived from them. The caller must hold the lock of
 * `lockContacts`. All statements after the groups of names are deferred, so they travel together.
 */
export async function saveContacts(tx: EntityManager, teamId: string, contacts: OpenContact[]): Promise<void> {
  if (contacts.length === 0) return;
  const regrouped = await regroup(tx, teamId, contacts.filter(isRenamed));
  const phones = phoneChangesOf(contacts);
  await storeContacts(tx, teamId, contacts);
  await replaceTags(tx, teamId, contacts);
  const shown = await lockShown(tx, teamId, contacts);
  await followPhones(tx, teamId, phones);
  await storePhones(tx, teamId, phones);
  await refreshThreads(tx, teamId, shown);
  await refreshDuplicates(tx, teamId, [...contacts.flatMap(changedKeys), ...regrouped.map(nameKey)]);
  await recordContactEvents(tx, teamId, contacts.flatMap(changesOf));
}

/** Deletes a contact with its phones. Its threads have been moved before. */
export async function removeContact(tx: EntityManager, teamId: string, was: FullContact): Promise<void> {
  const { contact } = was;
  const left = await leaveNameGroups(tx, teamId, [contact]);
  const gone: OpenContact = { contact: { ...contact, tags: [], externalId: null }, phones: [], was };
  await replaceTags(tx, teamId, [gone]);
  await storePhones(tx, teamId, phoneChangesOf([gone]));
  await sql`delete from contact where team_id = ${teamId} and id = ${contact.id}`.execute(deferred(tx));
  await refreshDuplicates(tx, teamId, [...changedKeys(gone), ...left.map(nameKey)]);
}

/** Assigns renamed and new contacts to the groups of their names. Returns the ids of the groups that changed. */
async function regroup(tx: EntityManager, teamId: string, renamed: OpenContact[]): Promise<string[]> {
  const left = await leaveNameGroups(
    tx,
    teamId,
    renamed.flatMap(({ was }) => was?.contact ?? []),
  );
  const { groups, changed } = await joinNameGroups(
    tx,
    teamId,
    renamed.map(({ contact }) => contact),
  );
  for (const { contact } of renamed) Object.assign(contact, groups.get(contact.id));
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
async function followPhones(tx: EntityManager, teamId: string, { gained, lost }: PhoneChanges): Promise<void> {
  const phones = [...gained, ...lost].map(({ phone }) => ({ teamId, phone: phone.phoneNumber }));
  await lockPhones(tx, phones, "exclusive");
  await unlinkThreads(tx, teamId, lost);
  await linkThreads(tx, teamId, gained);
}

const nameKey = (key: string): DuplicateKey => ({ reason: "similar_name", key });

/** The phones and external ids that a contact has only before or only after its change. */
function changedKeys({ contact, phones, was }: OpenContact): DuplicateKey[] {
  const before = new Map(was ? keysOf(was) : []);
  const after = new Map(keysOf({ contact, phones }));
  return [
    ...[...before].filter(([name]) => !after.has(name)).map(([, key]) => key),
    ...[...after].filter(([name]) => !before.has(name)).map(([, key]) => key),
  ];
}

function keysOf({ contact: { externalId }, phones }: FullContact): [name: string, key: DuplicateKey][] {
  return [
    ...phones.map(({ phoneNumber: key }): [string, DuplicateKey] => [`phone ${key}`, { reason: "same_phone", key }]),
    ...(externalId
      ? [[`external id ${externalId}`, { reason: "same_external_id", key: externalId }] as [string, DuplicateKey]]
      : []),
  ];
}
