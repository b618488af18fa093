import { lockPhones } from "../../db/sql/locks.ts";
import type { Timestamp } from "../../db/timestamp.ts";
import { fail } from "../../errors.ts";
import { recordMergeEvent } from "../../events/contact-events.ts";
import type { Scope } from "../../operations/scope.ts";
import type { E164 } from "../../phone.ts";
import type { Contact, FullContact } from "../contact.ts";
import { findContacts, getContact } from "../find-contacts.ts";
import { refreshThreads } from "../lists/shown-contacts.ts";
import { countUnlinked, linkThreads, moveThreads } from "../threads/thread-links.ts";
import { checkLimits, type LimitedValues } from "./check-limits.ts";
import { lockContacts } from "./lock-contacts.ts";
import { isBlank, type MergeStrategy, mergeValues } from "./merge-values.ts";
import { type OpenContact, open } from "./open-contact.ts";
import { removeContact, saveContacts } from "./save-contacts.ts";

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
  const { em, teamId } = scope;
  const [sourceId, targetId] = [merge.sourceId.toLowerCase(), merge.targetId.toLowerCase()];
  if (sourceId === targetId) fail("cannot_merge_same_contact");
  const now = await lockContacts(scope);
  const ids = [sourceId, targetId];
  const found = await findContacts(
    em,
    ids.map((id) => ({ teamId, id })),
  );
  const [source, target] = ids.map((id) => found.find(({ contact }) => contact.id === id));
  if (!source || !target) fail("contact_not_found");
  checkExternalIds(target.contact, source.contact, merge);

  const values = mergedFields.map((field) => {
    const strategy = merge.fields?.[field] ?? merge.strategy;
    return [field, mergeValues<unknown>(target.contact[field], source.contact[field], strategy)] as const;
  });
  const result = Object.fromEntries(values);
  checkLimits({ ...result, phones: [...numbersOf(target).union(numbersOf(source))] }, [target, source].map(limitedOf));
  const movedThreads = await replaceSource(scope, source, target);
  // Read again, because the removal of the source may have divided the target's group of similar names.
  const staying = open(await getContact(scope, targetId));
  Object.assign(staying.contact, result, { updatedAt: now });
  takePhones(staying, source, now);
  await saveContacts(em, [staying]);
  // The threads of a phone of both have shown the source, but the target does not gain that phone.
  await refreshThreads(
    em,
    [...numbersOf(source)].map((phone) => ({ teamId, phone })),
  );
  await recordMergeEvent(em, teamId, { contactId: targetId, mergedFrom: sourceId, movedThreads }, now);
  return { ...staying, mergedFrom: sourceId, movedThreads };
}

const numbersOf = ({ phones }: FullContact) => new Set(phones.map(({ phoneNumber }) => phoneNumber as E164));

const limitedOf = ({ contact, phones }: FullContact): LimitedValues => ({ ...contact, phones });

/** @throws external_id_conflict if the external ids differ and no strategy chooses between them */
function checkExternalIds(target: Contact, source: Contact, { strategy, fields }: Merge): void {
  const both = [target.externalId, source.externalId];
  if (both.some(isBlank) || both[0] === both[1]) return;
  const chosen = fields?.externalId ?? strategy;
  if (chosen !== "prefer_target" && chosen !== "prefer_source") fail("external_id_conflict");
}

/**
 * Moves the source's threads to the target, deletes the source, and links the unlinked threads of its phones.
 *
 * Returns the number of threads that show the target now and showed another contact before.
 */
async function replaceSource({ em, teamId }: Scope, source: FullContact, target: FullContact): Promise<number> {
  // Also the target's phones, because its name or tags may change. All locks of phones are taken at once, in one order.
  const numbers = [...numbersOf(source).union(numbersOf(target))];
  await lockPhones(
    em,
    numbers.map((phone) => ({ teamId, phone })),
    "exclusive",
  );
  const moved = await moveThreads(em, teamId, { from: source.contact.id, to: target.contact.id });
  await removeContact(em, source);
  // An unlinked thread shows the oldest contact with its phone. It showed the target before if the target is older.
  const isOlder = target.contact.createdAt + target.contact.id < source.contact.createdAt + source.contact.id;
  const changed = isOlder ? numbersOf(source).difference(numbersOf(target)) : numbersOf(source);
  const shown = await countUnlinked(em, teamId, target.contact, [...changed]);
  const phones = source.phones.map((phone) => ({ contact: target.contact, phone }));
  await linkThreads(em, phones);
  return moved + shown;
}

/** Gives the target the source's phones. If both have a phone, the target's record stays. */
function takePhones({ phones }: OpenContact, source: FullContact, now: Timestamp): void {
  const own = new Set(phones.map(({ phoneNumber }) => phoneNumber));
  for (const phone of source.phones) {
    if (!own.has(phone.phoneNumber)) phones.push({ ...phone, isPrimary: false, updatedAt: now });
  }
  phones.sort((a, b) => (a.createdAt + a.id < b.createdAt + b.id ? -1 : 1));
}
