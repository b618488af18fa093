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

/** Stores a changed or new contact, and brings up to date what follows from it. */
export async function saveContact(scope: Scope, changed: OpenContact, now: Timestamp): Promise<FullContact> {
  const { contact, phones, was } = changed;
  const is = traitsOf(changed);
  contact.searchText = searchTextOf(is.name, is.company, is.phones);
  contact.searchTrigrams = trigramsOf(contact.searchText);
  contact.updatedAt = now;
  await scope.em.flush();

  await replaceTags(scope.em, contact, was?.tags ?? [], is.tags);
  await followPhones(scope, contact.id, was?.phones ?? [], is.phones);
  const regrouped = sameName(was, is) ? [] : await regroup(scope, contact.id, was, is);
  await refreshDuplicates(scope.em, scope.teamId, [
    ...different(phoneKeys(was), phoneKeys(is)),
    ...different(externalIdKeys(was), externalIdKeys(is)),
    ...regrouped,
  ]);
  return { contact, phones };
}

/** Deletes a contact that has no phones and threads any more. */
export async function removeContact(scope: Scope, { contact, was }: OpenContact): Promise<void> {
  const left = was?.nameGroupId ? await leaveNameGroup(scope.em, scope.teamId, contact.id, was.nameGroupId) : [];
  await replaceTags(scope.em, contact, was?.tags ?? [], []);
  await queries(scope.em)
    .deleteFrom("Contact")
    .where("teamId", "=", scope.teamId)
    .where("id", "=", contact.id)
    .execute();
  await refreshDuplicates(scope.em, scope.teamId, [...phoneKeys(was), ...externalIdKeys(was), ...left.map(nameKey)]);
}

async function followPhones(scope: Scope, contactId: string, had: string[], has: string[]): Promise<void> {
  const gained = has.filter((phone) => !had.includes(phone)) as E164[];
  const lost = had.filter((phone) => !has.includes(phone)) as E164[];
  await lockPhones(
    scope.em,
    [...gained, ...lost].map((phone) => ({ teamId: scope.teamId, phone })),
    "exclusive",
  );
  await unlinkThreads(scope.em, scope.teamId, contactId, lost);
  await linkThreads(scope.em, scope.teamId, contactId, gained);
}

const sameName = (was: Traits | null, is: Traits) => was?.name === is.name && was.company === is.company;

async function regroup(scope: Scope, contactId: string, was: Traits | null, is: Traits): Promise<DuplicateKey[]> {
  const { em, teamId } = scope;
  const left = was?.nameGroupId ? await leaveNameGroup(em, teamId, contactId, was.nameGroupId) : [];
  const joined = await joinNameGroup(em, teamId, contactId, is);
  return [...left, ...joined].map(nameKey);
}

const nameKey = (key: string): DuplicateKey => ({ reason: "similar_name", key });

const phoneKeys = (traits: Traits | null): DuplicateKey[] =>
  (traits?.phones ?? []).map((key) => ({ reason: "same_phone", key }));

const externalIdKeys = (traits: Traits | null): DuplicateKey[] =>
  traits?.externalId ? [{ reason: "same_external_id", key: traits.externalId }] : [];

/** What only one of them has. */
function different(was: DuplicateKey[], is: DuplicateKey[]): DuplicateKey[] {
  const without = (some: DuplicateKey[], others: DuplicateKey[]) =>
    some.filter(({ key }) => !others.some((other) => other.key === key));
  return [...without(was, is), ...without(is, was)];
}
