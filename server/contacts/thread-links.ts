/**
 * Links threads to contacts. A thread is linked when it is created, or later when a contact gains the thread's phone. In
 * both cases the contact must be the only contact with that phone. A contact that loses the phone loses the thread.
 */
import { sql } from "kysely";
import { type EntityManager, queries } from "../db/orm.ts";
import type { Timestamp } from "../db/timestamp.ts";
import type { E164 } from "../phone.ts";

/** Links a contact to the unlinked threads of the given phones, except phones that another contact has. */
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

/** Counts the unlinked threads of the phones that show the contact, because no older contact has the phone. */
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

/** Unlinks a contact from the threads of phones that it lost. */
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

/** Moves all threads of a contact to another contact. Returns their number. */
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
