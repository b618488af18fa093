import { sql } from "kysely";
import { jsonBytes } from "../db/large-rows.ts";
import { queries } from "../db/orm.ts";
import type { Scope } from "../scope.ts";
import { type ContactRow, isPartialContact, listed, readWholeContacts, selectContactRows } from "./contact-rows.ts";

/** How many contacts are read at a time, and how many large ones. */
const atATime = { contacts: 256, large: 16 };

/** A contact with its size as JSON. */
export interface SizedContact {
  contact: ContactRow;
  bytes: number;
}

/**
 * Reads contacts as they are needed, in the order of their ids and some ahead, so that no more are read than a page
 * takes. Each is read once. Undefined: there is no such contact.
 */
export function readInOrder(
  { em, teamId }: Pick<Scope, "em" | "teamId">,
  ids: string[],
): (id: string) => Promise<SizedContact | undefined> {
  const rows = new Map<string, ContactRow>();
  const sized = new Map<string, SizedContact>();
  let read = 0;

  async function readNext(): Promise<void> {
    const some = ids.slice(read, read + atATime.contacts);
    read += some.length;
    const contacts = queries(em).selectFrom("Contact as c").select(listed).where("c.teamId", "=", teamId);
    const any = sql<boolean>`${sql.ref("c.id")} = any (${some}::uuid[])`;
    for (const row of await selectContactRows(queries(em), contacts.where(any)).execute()) rows.set(row.id, row);
  }

  /** Reads this contact and the next large ones as a whole. */
  async function readLarge(id: string): Promise<void> {
    const isLarge = (each: string) => rows.has(each) && isPartialContact(rows.get(each)!);
    const large = ids.slice(ids.indexOf(id), read).filter(isLarge).slice(0, atATime.large);
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
