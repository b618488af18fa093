/**
 * Links threads to contacts. A thread is linked when it is created, or later when a contact gains the thread's phone. In
 * both cases the contact must be the only contact with that phone. A contact that loses the phone loses the thread.
 */
import { type RawBuilder, sql } from "kysely";
import { type EntityManager, prepared, queries, withoutResult } from "../../db/orm.ts";
import { rows } from "../../db/sql/rows.ts";
import type { Timestamp } from "../../db/timestamp.ts";
import type { E164 } from "../../phone.ts";
import type { ContactId } from "../contact.ts";
import type { ContactPhone } from "../writes/store-phones.ts";

/**
 * Links contacts to the unlinked threads of phones that they gain, except phones that another contact has. If several
 * contacts gain a phone, the first gets the threads. The phones need not be stored yet.
 */
export async function linkThreads(tx: EntityManager, gained: ContactPhone[]): Promise<void> {
  if (gained.length === 0) return;
  const earliestLast = gained.toSorted((a, b) => (a.phone.createdAt < b.phone.createdAt ? 1 : -1));
  const firsts = [
    ...new Map(earliestLast.map((each) => [`${each.contact.teamId} ${each.phone.phoneNumber}`, each])).values(),
  ];
  await sql`
    with linked as materialized (
      select a.team_id, t.id, a.contact_id
      from ${phoneRows(firsts)} cross join lateral (${threadsOf}) t
      where t.contact_id is null and (
        -- Ordered as the index of phones, so that PostgreSQL uses no other index, even with a plan for an empty table.
        select p.contact_id from contact_phone p
        where p.team_id = a.team_id and p.phone_number = a.phone and p.contact_id <> a.contact_id
        order by p.contact_created_at desc, p.contact_id desc limit 1
      ) is null
    )
    update thread t set contact_id = l.contact_id from linked l where t.team_id = l.team_id and t.id = l.id
  `.execute(withoutResult(tx));
}

/** SQL for the threads of the phone of the row `a`. The order lets PostgreSQL use the index of phones only. */
const threadsOf = sql`
  select id, contact_id from thread
  where team_id = a.team_id and contact_phone = a.phone order by business_number_id`;

const phoneRows = (phones: ContactPhone[]): RawBuilder<unknown> =>
  rows("a", phones, {
    teamId: ["uuid", ({ contact }) => contact.teamId],
    contactId: ["uuid", ({ contact }) => contact.id],
    phone: ["text", ({ phone }) => phone.phoneNumber],
  });

/**
 * Counts the unlinked threads of the phones that show the contact, because no older contact has the phone; `leavingId` is
 * that of a contact that does not count.
 */
export async function countUnlinked(
  tx: EntityManager,
  teamId: string,
  { id, createdAt }: { id: string; createdAt: Timestamp },
  phones: E164[],
  leavingId: string | null = null,
): Promise<number> {
  if (phones.length === 0) return 0;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from thread t
    where t.team_id = ${teamId} and t.contact_phone = any(${phones}) and t.contact_id is null
      and not exists (
        select from contact_phone p
        where p.team_id = ${teamId} and p.phone_number = t.contact_phone and p.contact_id is distinct from ${leavingId}::uuid
          and (p.contact_created_at, p.contact_id) < (${createdAt}::timestamptz, ${id}::uuid)
      )
  `.execute(queries(tx));
  return rows[0]!.count;
}

/** Finds the ids of the threads that are linked to a contact, and those of the unlinked threads of phones. */
export async function findThreads(
  em: EntityManager,
  { teamId, id }: ContactId,
  phones: E164[],
): Promise<{ linked: string[]; unlinked: string[] }> {
  const asked = phones.map((phone) => ({ teamId, phone }));
  const [linked, unlinked] = await Promise.all([
    queries(em).selectFrom("Thread").select("id").where("teamId", "=", teamId).where("contactId", "=", id).execute(),
    sql<{ id: string }>`
      select t.id from ${rows("a", asked, { teamId: "uuid", phone: "text" })} cross join lateral (${threadsOf}) t
      where t.contact_id is null
    `.execute(prepared(em)),
  ]);
  return { linked: linked.map((thread) => thread.id), unlinked: unlinked.rows.map((thread) => thread.id) };
}

/** Unlinks contacts from the threads of phones that they lost. */
export async function unlinkThreads(tx: EntityManager, lost: ContactPhone[]): Promise<void> {
  if (lost.length === 0) return;
  await sql`
    with unlinked as materialized (
      select a.team_id, t.id
      from ${phoneRows(lost)} cross join lateral (${threadsOf}) t
      where t.contact_id = a.contact_id
    )
    update thread t set contact_id = null from unlinked u where t.team_id = u.team_id and t.id = u.id
  `.execute(withoutResult(tx));
}

/** Moves all threads of a contact to another contact, or unlinks them. Returns their number. */
export async function moveThreads(
  tx: EntityManager,
  teamId: string,
  { from, to }: { from: string; to: string | null },
): Promise<number> {
  const { numUpdatedRows } = await queries(tx)
    .updateTable("Thread")
    .set({ contactId: to })
    .where("teamId", "=", teamId)
    .where("contactId", "=", from)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
