import { sql } from "kysely";
import type { SendingNumber } from "../business-numbers/find-default-numbers.ts";
import { type EntityManager, prepared } from "../db/orm.ts";
import { rows } from "../db/sql/rows.ts";
import type { ErrorCode } from "../errors.ts";
import { type E164, hasPhoneForm } from "../phone.ts";
import type { Destination } from "./texts.ts";

type TextToRoute = Destination & { teamId: string };

/** The phone that a text goes to, and the number that it goes out from, if the text decides that. */
export interface Route {
  to: E164;
  from?: SendingNumber;
}

/** A row for the text with the index `ord`. */
type Found<Row> = Row & { ord: number };

/**
 * Finds the routes of texts, in the order of the texts, or the error code of a text without a route. A reply goes out from
 * the number of its thread. Otherwise the sender decides. Either number must be active. If all texts name only a phone,
 * there is no query.
 *
 * @see docs/decisions.md, Sending
 */
export async function findRoutes(tx: EntityManager, texts: TextToRoute[]): Promise<(Route | ErrorCode)[]> {
  const [threads, senders] = await Promise.all([findThreads(tx, texts), findSenders(tx, texts)]);

  return texts.map(({ phone, threadId, sender }, index) => {
    if (threadId !== undefined) {
      const thread = threads.get(index);
      if (!thread) return "thread_not_found";
      const to = thread.contact_phone;
      // A short code or a named sender cannot receive a reply.
      if ((phone !== undefined && phone !== to) || !hasPhoneForm(to)) return "invalid_thread";
      return thread.active ? { to, from: thread } : "sending_number_not_resolved";
    }
    if (phone === undefined) return "invalid_phone";
    if (sender === undefined) return { to: phone };
    const from = senders.get(index);
    return from ? { to: phone, from } : "invalid_sender";
  });
}

type ThreadRow = SendingNumber & { active: boolean; contact_phone: string };

/** Finds the threads that texts name, with their numbers, by the index of the text. */
async function findThreads(tx: EntityManager, texts: TextToRoute[]): Promise<Map<number, ThreadRow>> {
  const inputs = texts.flatMap((text, ord) => (text.threadId === undefined ? [] : { ...text, ord }));
  if (inputs.length === 0) return new Map();
  const found = await sql<Found<ThreadRow>>`
    select a.ord, n.id, n.phone_number, n.status = 'active' as active, t.contact_phone
    from ${rows("a", inputs, { ord: "int", teamId: "uuid", threadId: "uuid" })}
    cross join lateral (
      select * from thread t where t.team_id = a.team_id and t.id = a.thread_id limit 1
    ) t
    join business_number n on n.team_id = t.team_id and n.id = t.business_number_id
  `.execute(prepared(tx));
  return byOrd(found.rows);
}

/** Finds the active numbers that senders name, by the index of the text. An id has priority over a phone and a name. */
async function findSenders(tx: EntityManager, texts: TextToRoute[]): Promise<Map<number, SendingNumber>> {
  const inputs = texts.flatMap((text, ord) =>
    text.threadId !== undefined || text.sender === undefined ? [] : { ...text, ord },
  );
  if (inputs.length === 0) return new Map();
  const found = await sql<Found<SendingNumber>>`
    select distinct on (a.ord) a.ord, n.id, n.phone_number
    from ${rows("a", inputs, { ord: "int", teamId: "uuid", sender: "text" })}
    join business_number n on n.team_id = a.team_id and n.status = 'active'
      and (n.id::text = lower(a.sender) or n.phone_number = a.sender or lower(n.name) = lower(a.sender))
    order by a.ord, n.id::text = lower(a.sender) desc, n.phone_number = a.sender desc
  `.execute(prepared(tx));
  return byOrd(found.rows);
}

const byOrd = <Row>(rows: Found<Row>[]) => new Map<number, Row>(rows.map((row) => [row.ord, row]));
