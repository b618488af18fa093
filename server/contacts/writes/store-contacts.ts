import { type RawBuilder, sql } from "kysely";
import { type EntityManager, withoutResult } from "../../db/orm.ts";
import { textsLiteral } from "../../db/schema/columns.ts";
import { rows } from "../../db/sql/rows.ts";
import type { Contact, FullContact } from "../contact.ts";
import { searchTextOf, trigramsOf } from "../lists/search-text.ts";
import { isRenamed, type OpenContact } from "./open-contact.ts";

/** Inserts the rows of new contacts and updates those of changed ones. */
export async function storeContacts(tx: EntityManager, contacts: OpenContact[]): Promise<void> {
  const stored = contacts.map(storedOf);
  await insertContacts(
    tx,
    stored.filter(({ isNew }) => isNew),
  );
  await updateContacts(
    tx,
    stored.filter(({ isNew }) => !isNew),
  );
}

/** The values of a row. Large values that did not change are null. */
interface StoredContact extends Omit<Contact, "tags" | "notes" | "metadata"> {
  isNew: boolean;
  /** Otherwise the group of the stored row stays, which may have changed because of other contacts. */
  isRegrouped: boolean;
  tags: string | null;
  notes: string | null;
  metadata: string | null;
  searchText: string | null;
  searchTrigrams: string | null;
}

function storedOf({ contact, phones, was }: OpenContact): StoredContact {
  const { tags, notes, metadata, ...values } = contact;
  const searchText = searchTextIn({ contact, phones });
  const isSearchedAsBefore = was !== null && searchTextIn(was) === searchText;
  return {
    ...values,
    isNew: was === null,
    isRegrouped: isRenamed({ contact, phones, was }),
    tags: tags === was?.contact.tags ? null : textsLiteral(tags),
    notes: notes === was?.contact.notes ? null : textsLiteral(notes),
    metadata: metadata === was?.contact.metadata ? null : JSON.stringify(metadata),
    searchText: isSearchedAsBefore ? null : searchText,
    searchTrigrams: isSearchedAsBefore ? null : textsLiteral(trigramsOf(searchText)),
  };
}

const searchTextIn = ({ contact, phones }: FullContact) =>
  searchTextOf(
    contact.name,
    contact.company,
    phones.map(({ phoneNumber }) => phoneNumber),
  );

const storedRows = (stored: StoredContact[]): RawBuilder<unknown> =>
  rows("a", stored, {
    teamId: "uuid",
    id: "uuid",
    name: "text",
    company: "text",
    role: "text",
    externalId: "text",
    tags: "text",
    notes: "text",
    metadata: "jsonb",
    searchText: "text",
    searchTrigrams: "text",
    nameGroupId: "uuid",
    isCrowded: "boolean",
    isInLargeCompany: "boolean",
    isRegrouped: "boolean",
    ordinal: "int",
    createdAt: "timestamptz",
    updatedAt: "timestamptz",
  });

async function insertContacts(tx: EntityManager, stored: StoredContact[]): Promise<void> {
  if (stored.length === 0) return;
  await sql`
    insert into contact (team_id, id, name, company, role, external_id, tags, notes, metadata, search_text,
      search_trigrams, name_group_id, is_crowded, is_in_large_company, ordinal, created_at, updated_at)
    select team_id, id, name, company, role, external_id, tags::text[], notes::text[], metadata, search_text,
      search_trigrams::text[], name_group_id, is_crowded, is_in_large_company, ordinal, created_at, updated_at
    from ${storedRows(stored)}
  `.execute(withoutResult(tx));
}

async function updateContacts(tx: EntityManager, stored: StoredContact[]): Promise<void> {
  if (stored.length === 0) return;
  await sql`
    update contact c set name = a.name, company = a.company, role = a.role, external_id = a.external_id,
      tags = coalesce(a.tags::text[], c.tags), notes = coalesce(a.notes::text[], c.notes),
      metadata = coalesce(a.metadata, c.metadata), search_text = coalesce(a.search_text, c.search_text),
      search_trigrams = coalesce(a.search_trigrams::text[], c.search_trigrams), updated_at = a.updated_at,
      name_group_id = case when a.is_regrouped then a.name_group_id else c.name_group_id end,
      is_crowded = case when a.is_regrouped then a.is_crowded else c.is_crowded end,
      is_in_large_company = case when a.is_regrouped then a.is_in_large_company else c.is_in_large_company end
    from ${storedRows(stored)}
    where c.team_id = a.team_id and c.id = a.id
  `.execute(withoutResult(tx));
}
