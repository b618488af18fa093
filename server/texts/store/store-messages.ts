/**
 * SQL that stores messages as the newest of their threads, in both directions.
 */
import { sql } from "kysely";
import { contactsOfNewThreads } from "../../contacts/lists/shown-contacts.ts";
import type { EntityManager } from "../../db/orm.ts";
import { lockPhones } from "../../db/sql/locks.ts";
import { rows } from "../../db/sql/rows.ts";
import { statement } from "../../db/sql/statement.ts";
import { type WithPart, withParts } from "../../db/sql/with-parts.ts";
import { directionOf, type Form, insertLists, type MessageToStore, relationColumns } from "./message-columns.ts";
import { type NewMessage, onKnownThread, type PositionRow, positionOf, type ThreadPosition } from "./new-messages.ts";

/**
 * The `with` queries that store the messages of the relation `storable`. That relation has the columns of messages,
 * `business_number_id`, `has_thread`, which is true if the thread is known to exist, and `ord`, the position in the batch.
 * The relation `stored` has the messages' positions in their threads.
 *
 * A new thread belongs to the contact with its phone, if exactly one contact has that phone. It has copies of the oldest
 * contact's name and tags. An earlier statement must lock the phones. Otherwise a contact that changes at the same time
 * could miss the thread.
 *
 * The threads stay locked until the transaction ends, so `createdAt` is unique within a thread and grows in commit
 * order. It is the clock, or a microsecond after the thread's newest message if that is later. A reader that continues
 * after the last `createdAt` that it saw therefore misses no message.
 */
export function storedMessages(form: Form): WithPart[] {
  const { columns, values } = insertLists(form);
  return [
    ["ordered", orderedMessages],
    [
      "shown_contact",
      contactsOfNewThreads(sql`select distinct team_id, contact_phone from ordered where not has_thread`),
    ],
    ["opened", openedThreads(form)],
    [
      "stored",
      sql`
    insert into message (${columns})
    select ${values}
    from ordered q join opened o using (team_id, contact_phone, business_number_id),
      lateral (select o.last_message_at - q.newer_count * interval '1 microsecond' as message_time) as m
    returning id, thread_id, created_at`,
    ],
  ];
}

/** The messages with their places among the new messages of their thread. */
const orderedMessages = sql`
    select *, row_number() over per_thread - 1 as newer_count, count(*) over per_thread as message_count,
      max(now) over per_thread as clock
    from storable
    window per_thread as (
      partition by team_id, contact_phone, business_number_id order by ord desc
      rows between unbounded preceding and unbounded following
    )`;

/** The threads of the messages, created or moved on. */
const openedThreads = (form: Form) => sql`
    insert into thread as t (team_id, id, business_number_id, contact_phone, contact_id, contact_name, contact_tags,
      message_count, last_direction, last_body, last_message_at, created_at)
    select team_id, new_thread_id, business_number_id, contact_phone, contact_id, contact_name, contact_tags,
      message_count, ${sql.lit(directionOf(form))}, body, clock + (message_count - 1) * interval '1 microsecond', now
    from (
      select distinct on (team_id, contact_phone, business_number_id) team_id, contact_phone, business_number_id,
        new_thread_id, message_count, body, clock, now
      from ordered order by team_id, contact_phone, business_number_id, ord desc
    ) as last
    left join shown_contact using (team_id, contact_phone)
    order by team_id, contact_phone, business_number_id
    ${onKnownThread}
    returning team_id, contact_phone, business_number_id, id, last_message_at`;

/**
 * Stores messages whose business number is known as the newest of their threads, and creates missing threads. Returns
 * the positions in the order of the messages. Both statements are sent at once.
 */
export async function storeMessages(tx: EntityManager, form: Form, messages: NewMessage[]): Promise<ThreadPosition[]> {
  if (messages.length === 0) return [];
  const phones = messages.map(({ teamId, contactPhone }) => ({ teamId, phone: contactPhone }));
  await lockPhones(tx, phones, "shared");
  const stored = await insertions[form](tx, { messages });
  const positions = new Map(stored.map((row) => [row.id, positionOf(row)]));
  return messages.map(({ id }) => positions.get(id)!);
}

const insertionOf = (form: Form) =>
  statement<{ messages: MessageToStore[] }, PositionRow>(({ messages }) => {
    const given = rows("a", messages, relationColumns(form), "ord");
    return sql`
      ${withParts([
        ["storable", sql`select *, number_id as business_number_id, false as has_thread from ${given}`],
        ...storedMessages(form),
      ])}
      select id, thread_id, created_at from stored
    `;
  });

const insertions = { plain: insertionOf("plain"), full: insertionOf("full"), inbound: insertionOf("inbound") };
