import { sql } from "kysely";
import type { Contact } from "../db/entities/contact.ts";
import { type EntityManager, queries } from "../db/orm.ts";

/** Updates the contact's rows in the table of tags, by which contacts are listed. */
export async function replaceTags(tx: EntityManager, contact: Contact, had: string[], has: string[]): Promise<void> {
  const { teamId, id: contactId, createdAt } = contact;
  const [before, after] = [new Set(had), new Set(has)];
  const lost = [...before.difference(after)];
  if (lost.length > 0) {
    await queries(tx)
      .deleteFrom("ContactTag")
      .where("teamId", "=", teamId)
      .where("contactId", "=", contactId)
      .where("tag", "in", lost)
      .execute();
  }
  const gained = [...after.difference(before)];
  if (gained.length > 0) {
    await sql`
      insert into contact_tag (team_id, tag, contact_created_at, contact_id)
      select ${teamId}::uuid, tag, ${createdAt}::timestamptz, ${contactId}::uuid from unnest(${gained}::text[]) as a (tag)
    `.execute(queries(tx));
  }
}
