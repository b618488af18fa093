/**
 * Which contact a thread belongs to. A thread gets its contact when it is made, or later when a contact gains its
 * phone, if that contact is then the only one with the phone; it loses it with that contact's loss of the phone.
 */
import { sql } from "kysely";
import { type EntityManager, queries } from "../db/orm.ts";
import type { E164 } from "../phone.ts";

/** Gives a contact the unclaimed threads with those of the phones that no other contact has. */
export async function linkThreads(tx: EntityManager, teamId: string, contactId: string, phones: E164[]): Promise<void> {
  if (phones.length === 0) return;
  await sql`
    update thread set contact_id = ${contactId}
    where team_id = ${teamId} and contact_phone = any(${phones}) and contact_id is null
      and not exists (
        select from contact_phone p
        where p.team_id = ${teamId} and p.phone_number = thread.contact_phone and p.contact_id <> ${contactId}
      )
  `.execute(queries(tx));
}

/** Takes the threads with phones from the contact that lost them. */
export async function unlinkThreads(
  tx: EntityManager,
  teamId: string,
  contactId: string,
  phones: E164[],
): Promise<void> {
  if (phones.length === 0) return;
  await queries(tx)
    .updateTable("Thread")
    .set({ contactId: null })
    .where("teamId", "=", teamId)
    .where("contactPhone", "in", phones)
    .where("contactId", "=", contactId)
    .execute();
}

/** Gives all threads of a contact to another; how many there were. */
export async function moveThreads(
  tx: EntityManager,
  teamId: string,
  { from, to }: { from: string; to: string },
): Promise<number> {
  const { numUpdatedRows } = await queries(tx)
    .updateTable("Thread")
    .set({ contactId: to })
    .where("teamId", "=", teamId)
    .where("contactId", "=", from)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
