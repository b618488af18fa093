import { sql } from "kysely";
import { type EntityManager, prepared, queries } from "../../db/orm.ts";
import { lockPhones } from "../../db/sql/locks.ts";
import { fail } from "../../errors.ts";
import type { Scope } from "../../operations/scope.ts";
import { type Contact, type FullContact, keyOf } from "../contact.ts";
import { findContacts } from "../find-contacts.ts";
import { refreshThreads } from "../lists/shown-contacts.ts";
import { lockContacts } from "../writes/lock-contacts.ts";
import { type OpenContact, open } from "../writes/open-contact.ts";
import { saveContacts } from "../writes/save-contacts.ts";
import { numbersOf } from "./concerned-threads.ts";
import { findMerge, keptOf, markUndone, type WholeMerge } from "./kept-merges.ts";
import { planUndo } from "./plan-undo.ts";

export interface UndoneMerge {
  source: FullContact;
  target: FullContact;
  /** The fields of the target that have changed since the merge and stay. */
  kept: string[];
}

/**
 * Undoes a merge: the source is there again with its id, values, phones and threads, and the target is as before, but for what has
 * changed since. Both have changed at this time, so that a client which follows changes finds both.
 *
 * @throws merge_not_found, merge_already_undone, merge_undo_conflict
 * @see docs/decisions.md, Contacts
 */
export async function undoMerge(scope: Scope, id: string, keepLater: boolean): Promise<UndoneMerge> {
  const { em, teamId } = scope;
  const now = await lockContacts(scope);
  const merge = (await findMerge(em, teamId, id)) ?? fail("merge_not_found");
  if (merge.undoneAt !== null) fail("merge_already_undone");
  const stored = await findTarget(em, teamId, merge);
  const { kept, ...plan } = planUndo(merge.kept, keptOf(stored), keepLater);

  const contact = { teamId, id: merge.sourceId, createdAt: merge.kept.source.createdAt };
  const source: OpenContact = {
    contact: {
      ...contact,
      ...merge.kept.source.values,
      nameGroupId: null,
      isCrowded: false,
      isInLargeCompany: false,
      ordinal: await findOrdinal(em, contact),
      updatedAt: now,
    },
    phones: merge.kept.source.phones,
    was: null,
  };
  const target = open(stored);
  Object.assign(target.contact, plan.values, { updatedAt: now });
  const before = new Map(target.phones.map((phone) => [phone.id, phone.isPrimary]));
  target.phones = plan.phones.map((phone) =>
    phone.isPrimary === before.get(phone.id) ? phone : { ...phone, updatedAt: now },
  );

  const phones = [...numbersOf(source).union(numbersOf(stored))].map((phone) => ({ teamId, phone }));
  await lockPhones(em, phones, "exclusive");
  const shown = await findShown(em, teamId, merge);
  await saveContacts(em, [source, target]);
  await link(em, teamId, shown.intersection(new Set(merge.kept.linked)), merge.sourceId);
  await link(em, teamId, shown.intersection(new Set(merge.kept.unlinked)), null);
  await refreshThreads(em, phones);
  await markUndone(em, teamId, id, now);
  return { source, target, kept };
}

/** The target, if it and the source can be there. @throws merge_undo_conflict */
async function findTarget(em: EntityManager, teamId: string, merge: WholeMerge): Promise<FullContact> {
  const { sourceId, targetId, kept } = merge;
  const ids = [sourceId, targetId].map((id) => ({ teamId, id }));
  const found = new Map((await findContacts(em, ids)).map((full) => [keyOf(full.contact), full]));
  const [source, target] = ids.map((id) => found.get(keyOf(id)));
  // A contact may have got the id of another one that is gone.
  if (target?.contact.createdAt !== kept.before.createdAt) {
    fail("merge_undo_conflict", { message: "The contact that stayed is gone: deleted, or merged into another one." });
  }
  const phoneIds = kept.source.phones.map(({ id }) => id);
  const { rows: taken } = await sql`
    select from contact_phone where team_id = ${teamId} and id = any (${phoneIds}::uuid[]) and contact_id <> ${targetId}
    limit 1
  `.execute(prepared(em));
  if (source || taken.length > 0) {
    fail("merge_undo_conflict", { message: "Another contact has the id of the contact that went, or its phones." });
  }
  return target!;
}

/**
 * The number for a contact that comes back: that of the contact before it, so that a newer block of the search still has newer
 * contacts, see `lists/search-blocks.ts`.
 */
async function findOrdinal(
  em: EntityManager,
  { teamId, id, createdAt }: Pick<Contact, "teamId" | "id" | "createdAt">,
): Promise<number> {
  const { rows } = await sql<{ ordinal: number }>`
    select ordinal from contact
    where team_id = ${teamId} and ordinal >= 0 and (created_at, id) < (${createdAt}::timestamptz, ${id}::uuid)
    order by created_at desc, id desc limit 1
  `.execute(prepared(em));
  return rows[0]?.ordinal ?? 0;
}

/** The ids of the threads of the merge that are still linked to the target. */
async function findShown(
  em: EntityManager,
  teamId: string,
  { targetId, kept: { linked, unlinked } }: WholeMerge,
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from thread
    where team_id = ${teamId} and id = any (${[...linked, ...unlinked]}::uuid[]) and contact_id = ${targetId}
  `.execute(prepared(em));
  return new Set(rows.map(({ id }) => id));
}

async function link(em: EntityManager, teamId: string, ids: Set<string>, contactId: string | null): Promise<void> {
  if (ids.size === 0) return;
  await sql`
    update thread set contact_id = ${contactId}::uuid where team_id = ${teamId} and id = any (${[...ids]}::uuid[])
  `.execute(queries(em));
}
