import type { Contact } from "../db/entities/contact.ts";
import { lockPhones } from "../db/phone-lock.ts";
import type { Timestamp } from "../db/timestamp.ts";
import { fail } from "../errors.ts";
import type { E164 } from "../phone.ts";
import type { Scope } from "../scope.ts";
import { checkLimits, type LimitedValues } from "./check-limits.ts";
import { type FullContact, findContacts } from "./find-contacts.ts";
import { lockContacts } from "./lock-contacts.ts";
import { isBlank, type MergeStrategy, mergeValues } from "./merge-values.ts";
import { type OpenContact, open } from "./open-contact.ts";
import { removeContact, saveContact } from "./save-contact.ts";
import { countUnlinked, linkThreads, moveThreads } from "./thread-links.ts";

const mergedFields = ["name", "company", "role", "externalId", "metadata", "tags", "notes"] as const;

export interface Merge {
  sourceId: string;
  targetId: string;
  strategy?: MergeStrategy | undefined;
  /** Strategies for single fields, which override `strategy`. */
  fields?: { [Field in (typeof mergedFields)[number]]?: MergeStrategy | undefined } | undefined;
}

export interface MergedContact extends FullContact {
  mergedFrom: string;
  /** The number of threads that show the target now and showed another contact before. */
  movedThreads: number;
}

/**
 * Merges the source into the target and deletes the source. The target gets the phones and threads of both. The
 * strategies decide how the values of each field are combined.
 *
 * @throws cannot_merge_same_contact, contact_not_found, external_id_conflict; validation_error if the result exceeds a
 *   limit
 * @see docs/decisions.md, Contacts
 */
export async function mergeContacts(scope: Scope, merge: Merge): Promise<MergedContact> {
  const [sourceId, targetId] = [merge.sourceId.toLowerCase(), merge.targetId.toLowerCase()];
  if (sourceId === targetId) fail("cannot_merge_same_contact");
  const now = await lockContacts(scope);
  const found = await findContacts(scope, [sourceId, targetId]);
  const [source, target] = [sourceId, targetId].map((id) => found.find(({ contact }) => contact.id === id));
  if (!source || !target) fail("contact_not_found");
  checkExternalIds(target.contact, source.contact, merge);

  const [leaving, staying] = [open(source), open(target)];
  const values = mergedFields.map((field) => {
    const strategy = merge.fields?.[field] ?? merge.strategy;
    return [field, mergeValues<unknown>(target.contact[field], source.contact[field], strategy)] as const;
  });
  const result = Object.fromEntries(values);
  checkLimits({ ...result, phones: [...numbersOf(target).union(numbersOf(source))] }, [target, source].map(limitedOf));
  scope.em.assign(staying.contact, result);
  const movedThreads = await handOver(scope, leaving, staying, now);
  await removeContact(scope, leaving);
  await rereadGroup(scope, staying);
  return { ...(await saveContact(scope, staying, now)), mergedFrom: sourceId, movedThreads };
}

const numbersOf = ({ phones }: FullContact) => new Set(phones.map(({ phoneNumber }) => phoneNumber as E164));

const limitedOf = ({ contact, phones }: FullContact): LimitedValues => ({ ...contact, phones });

/** Reads the target's group of similar names again, because the source's removal may have divided it. */
async function rereadGroup({ em }: Scope, { contact, was }: OpenContact): Promise<void> {
  if (!was?.nameGroupId) return;
  await em.refresh(contact);
  was.nameGroupId = contact.nameGroupId ?? null;
  was.isCrowded = contact.isCrowded;
}

/** @throws external_id_conflict if the external ids differ and no strategy chooses between them */
function checkExternalIds(target: Contact, source: Contact, { strategy, fields }: Merge): void {
  const both = [target.externalId, source.externalId];
  if (both.some(isBlank) || both[0] === both[1]) return;
  const chosen = fields?.externalId ?? strategy;
  if (chosen !== "prefer_target" && chosen !== "prefer_source") fail("external_id_conflict");
}

/**
 * Moves the source's phones and then its threads to the target. If both have a phone, the target's record stays.
 *
 * Returns the number of threads that show the target now and showed another contact before.
 */
async function handOver(
  scope: Scope,
  { contact: source, phones }: OpenContact,
  { contact: target, phones: targetPhones }: OpenContact,
  now: Timestamp,
): Promise<number> {
  const numbers = phones.map(({ phoneNumber }) => phoneNumber as E164);
  const shared = new Set(targetPhones.map(({ phoneNumber }) => phoneNumber));
  for (const phone of phones) {
    if (shared.has(phone.phoneNumber)) {
      scope.em.remove(phone);
      continue;
    }
    targetPhones.push(phone);
    scope.em.assign(phone, {
      contactId: target.id,
      contactCreatedAt: target.createdAt,
      isPrimary: false,
      updatedAt: now,
    });
  }
  targetPhones.sort((a, b) => (a.createdAt + a.id < b.createdAt + b.id ? -1 : 1));
  await scope.em.flush();
  await lockPhones(
    scope.em,
    numbers.map((phone) => ({ teamId: scope.teamId, phone })),
    "exclusive",
  );
  const moved = await moveThreads(scope.em, scope.teamId, { from: source.id, to: target.id });
  // An unlinked thread shows the oldest contact with its phone. It showed the target before if the target is older.
  const isOlder = target.createdAt + target.id < source.createdAt + source.id;
  const changed = isOlder ? numbers.filter((phone) => !shared.has(phone)) : numbers;
  const shown = await countUnlinked(scope.em, scope.teamId, target, changed);
  await linkThreads(scope.em, scope.teamId, target.id, numbers);
  return moved + shown;
}
