import { type RawBuilder, sql } from "kysely";
import { type EntityManager, withoutResult } from "../../db/orm.ts";
import { rows } from "../../db/sql/rows.ts";
import type { Contact } from "../contact.ts";
import type { OpenContact } from "./open-contact.ts";

/** A tag that a contact gained or lost. */
interface ContactTag {
  contact: Contact;
  tag: string;
}

/** Updates the contacts' rows in the table of tags, by which contacts are listed. */
export async function replaceTags(tx: EntityManager, contacts: OpenContact[]): Promise<void> {
  const changes = contacts.map(({ contact, was }) => ({
    contact,
    before: new Set(was?.contact.tags),
    after: new Set(contact.tags),
  }));
  const lost = changes.flatMap(({ contact, before, after }) => tagsOf(contact, before.difference(after)));
  const gained = changes.flatMap(({ contact, before, after }) => tagsOf(contact, after.difference(before)));
  await deleteTags(tx, lost);
  await insertTags(tx, gained);
}

const tagsOf = (contact: Contact, tags: Set<string>): ContactTag[] => [...tags].map((tag) => ({ contact, tag }));

const tagRows = (tags: ContactTag[]): RawBuilder<unknown> =>
  rows("a", tags, {
    teamId: ["uuid", ({ contact }) => contact.teamId],
    tag: "text",
    contactCreatedAt: ["timestamptz", ({ contact }) => contact.createdAt],
    contactId: ["uuid", ({ contact }) => contact.id],
  });

async function deleteTags(tx: EntityManager, lost: ContactTag[]): Promise<void> {
  if (lost.length === 0) return;
  await sql`
    delete from contact_tag t using ${tagRows(lost)}
    where t.team_id = a.team_id and t.tag = a.tag and t.contact_created_at = a.contact_created_at
      and t.contact_id = a.contact_id
  `.execute(withoutResult(tx));
}

async function insertTags(tx: EntityManager, gained: ContactTag[]): Promise<void> {
  if (gained.length === 0) return;
  await sql`
    insert into contact_tag (team_id, tag, contact_created_at, contact_id) select * from ${tagRows(gained)}
  `.execute(withoutResult(tx));
}
