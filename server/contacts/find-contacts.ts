import { sql } from "kysely";
import { type EntityManager, prepared } from "../db/orm.ts";
import { rows } from "../db/sql/rows.ts";
import { readSnapshot } from "../db/sql/snapshot.ts";
import { fromPostgres } from "../db/timestamp.ts";
import { fail } from "../errors.ts";
import type { Scope } from "../operations/scope.ts";
import type { E164 } from "../phone.ts";
import { type Contact, type ContactId, type FullContact, keyOf, type Phone } from "./contact.ts";

/** The contacts with the given ids. Ids without a contact are left out. */
export async function findContacts(em: EntityManager, ids: ContactId[]): Promise<FullContact[]> {
  if (ids.length === 0) return [];
  const given = rows("a", ids, { teamId: "uuid", id: "uuid" });
  const [contacts, phones] = await Promise.all([
    sql<Contact>`
      select c.team_id as "teamId", c.id, c.name, c.company, c.role, c.external_id as "externalId", c.tags, c.notes,
        c.metadata, c.name_group_id as "nameGroupId", c.is_crowded as "isCrowded",
        c.is_in_large_company as "isInLargeCompany", c.ordinal, c.created_at as "createdAt", c.updated_at as "updatedAt"
      from ${given} cross join lateral (
        select * from contact c where c.team_id = a.team_id and c.id = a.id limit 1
      ) c
    `.execute(prepared(em)),
    sql<Phone & { teamId: string; contactId: string }>`
      select p.team_id as "teamId", p.contact_id as "contactId", p.id, p.phone_number as "phoneNumber", p.label,
        p.is_primary as "isPrimary", p.created_at as "createdAt", p.updated_at as "updatedAt"
      from ${given} cross join lateral (
        -- Ordered as the index of a contact's phones, so that PostgreSQL uses no other index for an empty table.
        select * from contact_phone p where p.team_id = a.team_id and p.contact_id = a.id order by p.phone_number offset 0
      ) p
      order by p.created_at, p.id
    `.execute(prepared(em)),
  ]);
  const phonesOf = Map.groupBy(phones.rows, ({ teamId, contactId }) => keyOf({ teamId, id: contactId }));
  return contacts.rows.map((contact) => ({
    contact: withTimes(contact),
    phones: (phonesOf.get(keyOf(contact)) ?? []).map(({ teamId: _, contactId: __, ...phone }) => withTimes(phone)),
  }));
}

/** A row with the timestamps of the wire. */
function withTimes<Row extends { createdAt: string; updatedAt: string }>(row: Row): Row {
  return { ...row, createdAt: fromPostgres(row.createdAt), updatedAt: fromPostgres(row.updatedAt) };
}

/**
 * One of the team's contacts, for a change. The caller must hold the lock of `lockContacts`.
 *
 * @throws contact_not_found
 */
export async function getContact({ em, teamId }: Pick<Scope, "em" | "teamId">, id: string): Promise<FullContact> {
  const [contact] = await findContacts(em, [{ teamId, id }]);
  return contact ?? fail("contact_not_found");
}

/**
 * The only contact with a phone, or null.
 *
 * @throws multiple_contacts_found
 */
export function findContactByPhone({ em, teamId }: Scope, phone: E164): Promise<FullContact | null> {
  return readSnapshot(em, async (snapshot) => {
    const { rows: holders } = await sql<{ contact_id: string }>`
      select contact_id from contact_phone
      where team_id = ${teamId} and phone_number = ${phone}
      order by contact_created_at desc, contact_id desc limit 2
    `.execute(prepared(snapshot));
    const [holder, another] = holders;
    if (another) fail("multiple_contacts_found");
    return holder ? getContact({ em: snapshot, teamId }, holder.contact_id) : null;
  });
}
