import { queries } from "../db/orm.ts";
import { lockPhones } from "../db/phone-lock.ts";
import type { Timestamp } from "../db/timestamp.ts";
import type { E164 } from "../phone.ts";
import type { Scope } from "../scope.ts";
import { type DuplicateKey, refreshDuplicates } from "./duplicate-groups.ts";
import type { FullContact } from "./find-contacts.ts";
import { type OpenContact, type Traits, traitsOf } from "./open-contact.ts";
import { searchTextOf, trigramsOf } from "./search-text.ts";
import { joinNameGroup, leaveNameGroup } from "./similar-names.ts";
import { replaceTags } from "./tags.ts";
import { linkThreads, unlinkThreads } from "./thread-links.ts";

/** Stores a changed or new contact, and updates the data that is derived from it. */
export async function saveContact(scope: Scope, changed: OpenContact, now: Timestamp): Promise<FullContact> {
  const { contact, phones, was } = changed;
  const is = traitsOf(changed);
  contact.searchText = searchTextOf(is.name, is.company, is.phones);
  contact.searchTrigrams = trigramsOf(contact.searchText);
  contact.updatedAt = now;
  const regrouped = sameName(was, is) ? [] : await regroup(scope, changed);
  await scope.em.flush();

  await replaceTags(scope.em, contact, was?.tags ?? [], is.tags);
  await followPhones(scope, contact.id, was?.phones ?? [], is.phones);
  await refreshDuplicates(scope.em, scope.teamId, [
    ...different(phoneKeys(was), phoneKeys(is)),
    ...different(externalIdKeys(was), externalIdKeys(is)),
    ...regrouped.map(nameKey),
  ]);
  return { contact, phones };
}

/** Deletes a contact whose phones and threads were moved or removed. */
export async function removeContact(scope: Scope, { contact, was }: OpenContact): Promise<void> {
  const left = await leaveGroup(scope, contact.id, was);
  await replaceTags(scope.em, contact, was?.tags ?? [], []);
  await queries(scope.em)
    .deleteFrom("Contact")
    .where("teamId", "=", scope.teamId)
    .where("id", "=", contact.id)
    .execute();
  await refreshDuplicates(scope.em, scope.teamId, [...phoneKeys(was), ...externalIdKeys(was), ...left.map(nameKey)]);
}

async function followPhones(scope: Scope, contactId: string, had: string[], has: string[]): Promise<void> {
  const [before, after] = [new Set(had as E164[]), new Set(has as E164[])];
  const [gained, lost] = [[...after.difference(before)], [...before.difference(after)]];
  await lockPhones(
    scope.em,
    [...gained, ...lost].map((phone) => ({ teamId: scope.teamId, phone })),
    "exclusive",
  );
  await unlinkThreads(scope.em, scope.teamId, contactId, lost);
  await linkThreads(scope.em, scope.teamId, contactId, gained);
}

const sameName = (was: Traits | null, is: Traits) => was?.name === is.name && was.company === is.company;

/** Assigns a contact to the group of its new name. Returns the ids of the groups that changed. */
async function regroup(scope: Scope, { contact, was }: OpenContact): Promise<string[]> {
  const { em, teamId } = scope;
  const left = await leaveGroup(scope, contact.id, was);
  const { id, name, company = null } = contact;
  const { nameGroupId, isCrowded, changed } = await joinNameGroup(em, teamId, { id, name, company });
  em.assign(contact, { nameGroupId, isCrowded });
  return [...left, ...changed];
}

/** Removes a contact from its previous group. Returns the ids of the groups that changed. */
async function leaveGroup({ em, teamId }: Scope, id: string, was: Traits | null): Promise<string[]> {
  if (!was?.nameGroupId) return [];
  return leaveNameGroup(em, teamId, { ...was, id, nameGroupId: was.nameGroupId });
}

const nameKey = (key: string): DuplicateKey => ({ reason: "similar_name", key });

const phoneKeys = (traits: Traits | null): DuplicateKey[] =>
  (traits?.phones ?? []).map((key) => ({ reason: "same_phone", key }));

const externalIdKeys = (traits: Traits | null): DuplicateKey[] =>
  traits?.externalId ? [{ reason: "same_external_id", key: traits.externalId }] : [];

/** The keys that a contact has only before or only after the change. All keys have the same reason. */
function different(was: DuplicateKey[], is: DuplicateKey[]): DuplicateKey[] {
  const [before, after] = [new Set(was.map(({ key }) => key)), new Set(is.map(({ key }) => key))];
  return [...was.filter(({ key }) => !after.has(key)), ...is.filter(({ key }) => !before.has(key))];
}
