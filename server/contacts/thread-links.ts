/**
 * Which contact a thread belongs to. A thread gets its contact when it is made, or later when a contact gains its
 * phone, if that contact is then the only one with the phone; it loses it with that contact's loss of the phone.
 */
import { sql } from "kysely";
import { type EntityManager, queries } from "../db/orm.ts";
import type { Timestamp } from "../db/timestamp.ts";
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

/** How many unlinked threads with the phones show a contact, because no older contact has the phone. */
export async function countUnlinked(
  tx: EntityManager,
  teamId: string,
  { id, createdAt }: { id: string; createdAt: Timestamp },
  phones: E164[],
): Promise<number> {
  if (phones.length === 0) return 0;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from thread t
    where t.team_id = ${teamId} and t.contact_phone = any(${phones}) and t.contact_id is null
      and not exists (
        select from contact_phone p
        where p.team_id = ${teamId} and p.phone_number = t.contact_phone
          and (p.contact_created_at, p.contact_id) < (${createdAt}::timestamptz, ${id}::uuid)
      )
  `.execute(queries(tx));
  return rows[0]!.count;
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
