/**
 * The threads of texts that wait for an approval. `sendText` answers with the id of a thread, so a thread that is missing is
 * opened without a message, and is in no list. It becomes an ordinary one with its first message, and is deleted if its
 * last text is canceled before that.
 */
import { sql } from "kysely";
import { contactsOfNewThreads } from "../../contacts/lists/shown-contacts.ts";
import { type EntityManager, prepared, withoutResult } from "../../db/orm.ts";
import { newId } from "../../db/schema/ids.ts";
import { rows } from "../../db/sql/rows.ts";
import type { Timestamp } from "../../db/timestamp.ts";

/** A thread of a business number with a phone. */
export interface ThreadToOpen {
  teamId: string;
  businessNumberId: string;
  contactPhone: string;
  now: Timestamp;
}

/**
 * Finds the threads of texts, or opens them, and returns their ids in the order of the texts. An open thread is older than
 * any other, so that its number is not taken for the one that last texted with the phone. The caller has locked the phones.
 */
export async function openThreads(tx: EntityManager, threads: ThreadToOpen[]): Promise<string[]> {
  if (threads.length === 0) return [];
  const distinct = [...new Map(threads.map((thread) => [nameOf(thread), thread])).values()];
  const columns = {
    teamId: "uuid",
    newThreadId: ["uuid", () => newId()],
    businessNumberId: "uuid",
    contactPhone: "text",
    now: "timestamptz",
  } as const;
  const { rows: opened } = await sql<{
    team_id: string;
    id: string;
    business_number_id: string;
    contact_phone: string;
  }>`
    with wanted as (select * from ${rows("a", distinct, columns)}),
    shown_contact as (${contactsOfNewThreads(sql`select distinct team_id, contact_phone from wanted`)})
    insert into thread as t (team_id, id, business_number_id, contact_phone, contact_id, contact_name, contact_tags,
      message_count, last_direction, last_body, last_message_at, created_at)
    select team_id, new_thread_id, business_number_id, contact_phone, contact_id, contact_name, contact_tags,
      0, 'outbound', '', to_timestamp(0), now
    from wanted left join shown_contact using (team_id, contact_phone)
    order by team_id, contact_phone, business_number_id
    on conflict (team_id, contact_phone, business_number_id) do update set message_count = t.message_count
    returning team_id, id, business_number_id, contact_phone
  `.execute(prepared(tx));
  const ids = new Map(
    opened.map((row) => [
      nameOf({ teamId: row.team_id, businessNumberId: row.business_number_id, contactPhone: row.contact_phone }),
      row.id,
    ]),
  );
  return threads.map((thread) => ids.get(nameOf(thread))!);
}

const nameOf = ({ teamId, businessNumberId, contactPhone }: Omit<ThreadToOpen, "now">) =>
  `${teamId}\n${businessNumberId}\n${contactPhone}`;

/** Takes canceled texts out of threads without a message, and deletes those that no other text waits for. */
export async function leaveThreads(tx: EntityManager, teamId: string, ids: string[]): Promise<void> {
  const { rows: left } = await sql<{ id: string }>`
    update pending_message p set thread_id = null
    from (
      select p.id, t.id as thread_id
      from ${rows(
        "a",
        ids.map((id) => ({ teamId, id })),
        { teamId: "uuid", id: "uuid" },
      )}
      cross join lateral (
        select p.team_id, p.id, p.thread_id from pending_message p where p.team_id = a.team_id and p.id = a.id limit 1
      ) as p
      cross join lateral (
        select t.id from thread t where t.team_id = p.team_id and t.id = p.thread_id and t.message_count = 0 limit 1
      ) as t
    ) as w
    where p.team_id = ${teamId} and p.id = w.id
    returning w.thread_id as id
  `.execute(prepared(tx));
  if (left.length === 0) return;
  const threads = [...new Set(left.map(({ id }) => id))].map((threadId) => ({ teamId, threadId }));
  await sql`
    delete from thread t using ${rows("a", threads, { teamId: "uuid", threadId: "uuid" })}
    where t.team_id = a.team_id and t.id = a.thread_id and t.message_count = 0 and not exists (
      select from pending_message p where p.team_id = t.team_id and p.phone_number = t.contact_phone
        and p.thread_id = t.id and p.status <> 'canceled'
    )
  `.execute(withoutResult(tx));
}
