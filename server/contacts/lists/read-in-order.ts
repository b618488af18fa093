import { sql } from "kysely";
import { queries } from "../../db/orm.ts";
import { jsonBytes } from "../../db/sql/large-rows.ts";
import type { Scope } from "../../operations/scope.ts";
import { type ContactRow, isPartialContact, listColumns, readWholeContacts, selectContactRows } from "./rows.ts";

/** How many contacts one statement reads; fewer if they are large. */
const batchSizes = { contacts: 256, large: 16 };

/** A contact with its size as JSON. */
export interface SizedContact {
  contact: ContactRow;
  bytes: number;
}

/**
 * Returns a function that reads one contact. The contacts are read in batches, in the order of `ids`, and only as far as
 * they are needed. Each contact is read once. The function returns undefined for a contact that does not exist.
 */
export function readInOrder(
  { em, teamId }: Pick<Scope, "em" | "teamId">,
  ids: string[],
): (id: string) => Promise<SizedContact | undefined> {
  const rows = new Map<string, ContactRow>();
  const sized = new Map<string, SizedContact>();
  let read = 0;

  async function readNext(): Promise<void> {
    const batch = ids.slice(read, read + batchSizes.contacts);
    read += batch.length;
    const contacts = queries(em).selectFrom("Contact as c").select(listColumns).where("c.teamId", "=", teamId);
    const isInBatch = sql<boolean>`${sql.ref("c.id")} = any (${batch}::uuid[])`;
    for (const row of await selectContactRows(queries(em), teamId, contacts.where(isInBatch)).execute())
      rows.set(row.id, row);
  }

  /** Reads this contact and the next large contacts with all their values. */
  async function readLarge(id: string): Promise<void> {
    const isLarge = (each: string) => rows.has(each) && isPartialContact(rows.get(each)!);
    const large = ids.slice(ids.indexOf(id), read).filter(isLarge).slice(0, batchSizes.large);
    for (const row of await readWholeContacts(em, teamId, large)) rows.set(row.id, row);
  }

  return async (id) => {
    while (!rows.has(id) && read < ids.length) await readNext();
    if (rows.has(id) && isPartialContact(rows.get(id)!)) await readLarge(id);
    const contact = rows.get(id);
    if (contact && !sized.has(id)) sized.set(id, { contact, bytes: jsonBytes(contact) });
    return sized.get(id);
  };
}
