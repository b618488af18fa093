import { readSnapshot } from "../db/sql/snapshot.ts";
import { fail } from "../errors.ts";
import type { Scope } from "../operations/scope.ts";
import type { FullContact } from "./contact.ts";
import { findContacts } from "./find-contacts.ts";
import { findMergedInto } from "./merges/kept-merges.ts";

/**
 * One of the team's contacts, for reading. A snapshot ensures that the contact and its phones belong together, even
 * during a merge.
 *
 * @throws contact_not_found, which names the contact that it was merged into
 */
export async function readContact(scope: Scope, id: string): Promise<FullContact> {
  const { em, teamId } = scope;
  const [contact] = await readSnapshot(em, (snapshot) => findContacts(snapshot, [{ teamId, id }]));
  return contact ?? fail("contact_not_found", { mergedInto: await findMergedInto(scope, id) });
}
