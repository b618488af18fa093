import { lockPhones } from "../../db/sql/locks.ts";
import { fail } from "../../errors.ts";
import { recordMergeEvent } from "../../events/contact-events.ts";
import type { Scope } from "../../operations/scope.ts";
import type { FullContact } from "../contact.ts";
import { getContact } from "../find-contacts.ts";
import { refreshThreads } from "../lists/shown-contacts.ts";
import { linkThreads, moveThreads } from "../threads/thread-links.ts";
import { lockContacts } from "../writes/lock-contacts.ts";
import { open } from "../writes/open-contact.ts";
import { removeContact, saveContacts } from "../writes/save-contacts.ts";
import { type ConcernedThreads, findConcernedThreads, numbersOf } from "./concerned-threads.ts";
import { findPair, type PairIds } from "./find-pair.ts";
import { keepMerge } from "./kept-merges.ts";
import { type MergedPair, planMerge, type Strategies } from "./plan-merge.ts";

/** A merge, as it is asked for. */
export interface Merge extends PairIds, Strategies {
  /** That of a preview. */
  fingerprint?: string | undefined;
}

export interface MergedContact extends FullContact {
  mergedFrom: string;
  /** The number of threads that show the target now and showed another contact before. */
  movedThreads: number;
  mergeId: string;
}

/**
 * Merges the source into the target and deletes the source. The target gets the phones and threads of both. The
 * strategies decide how the values of each field are combined.
 *
 * @throws contact_not_found, external_id_conflict; merge_changed for another fingerprint; validation_error if the result
 *   exceeds a limit
 * @see docs/decisions.md, Contacts
 */
export async function mergeContacts(scope: Scope, merge: Merge): Promise<MergedContact> {
  const { em, teamId } = scope;
  const { sourceId, targetId } = merge;
  const now = await lockContacts(scope);
  const pair = await findPair(em, teamId, merge);
  const plan = planMerge(pair, merge, now);
  if (merge.fingerprint !== undefined && merge.fingerprint !== plan.fingerprint) fail("merge_changed");
  const threads = await replaceSource(scope, pair);
  // Read again, because the removal of the source may have divided the target's group of similar names.
  const staying = open(await getContact(scope, targetId));
  Object.assign(staying.contact, plan.values, { updatedAt: now });
  staying.phones = plan.phones;
  await saveContacts(em, [staying]);
  // The threads of a phone of both have shown the source, but the target does not gain that phone.
  await refreshThreads(
    em,
    [...numbersOf(pair.source)].map((phone) => ({ teamId, phone })),
  );
  const { moved: movedThreads } = threads;
  await recordMergeEvent(em, teamId, { contactId: targetId, mergedFrom: sourceId, movedThreads }, now);
  const mergeId = await keepMerge(scope, pair, staying, threads);
  return { ...staying, mergedFrom: sourceId, movedThreads, mergeId };
}

/**
 * Moves the source's threads to the target, deletes the source, and links the unlinked threads of its phones.
 * Returns the threads that this concerns, as they were before.
 */
async function replaceSource({ em, teamId }: Scope, pair: MergedPair): Promise<ConcernedThreads> {
  const { source, target } = pair;
  // Also the target's phones, because its name or tags may change. All locks of phones are taken at once, in one order.
  const numbers = [...numbersOf(source).union(numbersOf(target))];
  await lockPhones(
    em,
    numbers.map((phone) => ({ teamId, phone })),
    "exclusive",
  );
  const threads = await findConcernedThreads(em, pair);
  await moveThreads(em, teamId, { from: source.contact.id, to: target.contact.id });
  await removeContact(em, source);
  await linkThreads(
    em,
    source.phones.map((phone) => ({ contact: target.contact, phone })),
  );
  return threads;
}
