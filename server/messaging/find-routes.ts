import { sql } from "kysely";
import type { SendingNumber } from "../business-numbers/find-default-numbers.ts";
import { type EntityManager, prepared } from "../db/orm.ts";
import { allOf } from "../db/transaction.ts";
import type { ErrorCode } from "../errors.ts";
import { type E164, hasPhoneForm } from "../phone.ts";
import type { Destination } from "./texts.ts";

type Asked = Destination & { teamId: string };

/** To which phone a text goes, and from which number if the text says so. */
export interface Route {
  to: E164;
  from?: SendingNumber;
}

/** `ord` is the text's place in the list. */
type Found<Row> = Row & { ord: number };

/**
 * Finds what texts say of where they go, or the code that says why they cannot; in the order of the texts. A reply goes
 * out from its thread's number. Otherwise the sender decides. Each only while it is active. Nothing is asked where all
 * texts only name a phone.
 *
 * @see docs/decisions.md, Sending
 */
export async function findRoutes(tx: EntityManager, texts: Asked[]): Promise<(Route | ErrorCode)[]> {
  const [threads, senders] = await allOf([findThreads(tx, texts), findSenders(tx, texts)]);

  return texts.map(({ phone, threadId, sender }, index) => {
    if (threadId !== undefined) {
      const thread = threads.get(index);
      if (!thread) return "thread_not_found";
      const to = thread.contact_phone;
      // A short code or a name cannot be replied to.
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

/** The threads that texts reply within, with their numbers. */
async function findThreads(tx: EntityManager, texts: Asked[]): Promise<Map<number, ThreadRow>> {
  const asked = texts.flatMap((text, ord) => (text.threadId === undefined ? [] : { ...text, ord }));
  if (asked.length === 0) return new Map();
  const { rows } = await sql<Found<ThreadRow>>`
    select a.ord, n.id, n.phone_number, n.status = 'active' as active, t.contact_phone
    from unnest(${asked.map(({ ord }) => ord)}::int[], ${asked.map(({ teamId }) => teamId)}::uuid[],
      ${asked.map(({ threadId }) => threadId)}::uuid[]) as a (ord, team_id, thread_id)
    cross join lateral (
      select * from thread t where t.team_id = a.team_id and t.id = a.thread_id limit 1
    ) t
    join business_number n on n.team_id = t.team_id and n.id = t.business_number_id
  `.execute(prepared(tx));
  return byOrd(rows);
}

/** The active numbers that senders name: by id, else by phone, else by name. */
async function findSenders(tx: EntityManager, texts: Asked[]): Promise<Map<number, SendingNumber>> {
  const asked = texts.flatMap((text, ord) =>
    text.threadId !== undefined || text.sender === undefined ? [] : { ...text, ord },
  );
  if (asked.length === 0) return new Map();
  const { rows } = await sql<Found<SendingNumber>>`
    select distinct on (a.ord) a.ord, n.id, n.phone_number
    from unnest(${asked.map(({ ord }) => ord)}::int[], ${asked.map(({ teamId }) => teamId)}::uuid[],
      ${asked.map(({ sender }) => sender)}::text[]) as a (ord, team_id, sender)
    join business_number n on n.team_id = a.team_id and n.status = 'active'
      and (n.id::text = lower(a.sender) or n.phone_number = a.sender or lower(n.name) = lower(a.sender))
    order by a.ord, n.id::text = lower(a.sender) desc, n.phone_number = a.sender desc
  `.execute(prepared(tx));
  return byOrd(rows);
}

const byOrd = <Row>(rows: Found<Row>[]) => new Map<number, Row>(rows.map((row) => [row.ord, row]));
