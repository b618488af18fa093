import { sql } from "kysely";
import { findDefaultNumbers, type SendingNumber } from "../business-numbers/find-default-numbers.ts";
import { type EntityManager, prepared } from "../db/orm.ts";
import { allOf } from "../db/transaction.ts";
import type { ErrorCode } from "../errors.ts";
import type { E164 } from "../phone.ts";
import type { Route } from "../sending/record-once.ts";
import type { Destination } from "./texts.ts";

type Asked = Destination & { teamId: string };

type NumberRow = SendingNumber & { active: boolean };

/** `ord` is the text's place in the list. */
type Found<Row> = Row & { ord: number };

/**
 * Finds from which number to which phone each text goes, or the code that says why it cannot; in the order of the
 * texts. A reply goes out from its thread's number. Otherwise the sender decides, then the number of the newest thread
 * with the phone, then the team's primary number, then its only active one; each only while it is active.
 *
 * @see docs/decisions.md, Sending
 */
export async function findRoutes(tx: EntityManager, texts: Asked[]): Promise<(Route | ErrorCode)[]> {
  const [threads, senders, habits, defaults] = await allOf([
    findThreads(tx, texts),
    findSenders(tx, texts),
    findNewestThreads(tx, texts),
    findDefaults(tx, texts),
  ]);

  return texts.map(({ teamId, phone, threadId, sender }, index) => {
    if (threadId !== undefined) {
      const thread = threads.get(index);
      if (!thread) return "thread_not_found";
      if (phone !== undefined && phone !== thread.contact_phone) return "invalid_thread";
      return thread.active
        ? { ...routeTo(thread, thread.contact_phone), hasThread: true }
        : "sending_number_not_resolved";
    }
    if (phone === undefined) return "invalid_phone";
    if (sender !== undefined) {
      const number = senders.get(index);
      return number ? routeTo(number, phone) : "invalid_sender";
    }
    const habit = habits.get(index);
    if (habit?.active) return { ...routeTo(habit, phone), hasThread: true };
    const number = defaults.get(teamId);
    return number ? routeTo(number, phone) : "sending_number_not_resolved";
  });
}

const routeTo = ({ id, phone_number }: SendingNumber, to: E164): Route => ({
  businessNumberId: id,
  from: phone_number,
  to,
});

/** The threads that texts reply within, with their numbers. */
async function findThreads(tx: EntityManager, texts: Asked[]) {
  const asked = number(texts).filter(({ threadId }) => threadId !== undefined);
  if (asked.length === 0) return new Map<number, NumberRow & { contact_phone: E164 }>();
  const { rows } = await sql<Found<NumberRow & { contact_phone: E164 }>>`
    select a.ord, n.id, n.phone_number, n.status = 'active' as active, t.contact_phone
    from unnest(${asked.map(({ ord }) => ord)}::int[], ${asked.map(({ teamId }) => teamId)}::uuid[],
      ${asked.map(({ threadId }) => threadId)}::uuid[]) as a (ord, team_id, thread_id)
    join thread t on t.team_id = a.team_id and t.id = a.thread_id
    join business_number n on n.team_id = t.team_id and n.id = t.business_number_id
  `.execute(prepared(tx));
  return byOrd(rows);
}

/** The active numbers that senders name: by id, else by phone, else by name. */
async function findSenders(tx: EntityManager, texts: Asked[]) {
  const asked = number(texts).filter(({ threadId, sender }) => threadId === undefined && sender !== undefined);
  if (asked.length === 0) return new Map<number, NumberRow>();
  const { rows } = await sql<Found<NumberRow>>`
    select distinct on (a.ord) a.ord, n.id, n.phone_number, true as active
    from unnest(${asked.map(({ ord }) => ord)}::int[], ${asked.map(({ teamId }) => teamId)}::uuid[],
      ${asked.map(({ sender }) => sender)}::text[]) as a (ord, team_id, sender)
    join business_number n on n.team_id = a.team_id and n.status = 'active'
      and (n.id::text = lower(a.sender) or n.phone_number = a.sender or lower(n.name) = lower(a.sender))
    order by a.ord, n.id::text = lower(a.sender) desc, n.phone_number = a.sender desc
  `.execute(prepared(tx));
  return byOrd(rows);
}

/** The numbers of the newest threads with the phones. */
async function findNewestThreads(tx: EntityManager, texts: Asked[]) {
  const asked = withoutSender(texts);
  if (asked.length === 0) return new Map<number, NumberRow>();
  const { rows } = await sql<Found<NumberRow>>`
    select distinct on (a.ord) a.ord, n.id, n.phone_number, n.status = 'active' as active
    from unnest(${asked.map(({ ord }) => ord)}::int[], ${asked.map(({ teamId }) => teamId)}::uuid[],
      ${asked.map(({ phone }) => phone)}::text[]) as a (ord, team_id, phone)
    join thread t on t.team_id = a.team_id and t.contact_phone = a.phone
    join business_number n on n.team_id = t.team_id and n.id = t.business_number_id
    order by a.ord, t.last_message_at desc, t.id desc
  `.execute(prepared(tx));
  return byOrd(rows);
}

/** What the teams send from when nothing else decides. */
function findDefaults(tx: EntityManager, texts: Asked[]) {
  return findDefaultNumbers(
    tx,
    withoutSender(texts).map(({ teamId }) => teamId),
  );
}

const number = (texts: Asked[]) => texts.map((text, ord) => ({ ...text, ord }));

const withoutSender = (texts: Asked[]) =>
  number(texts).filter(({ threadId, sender, phone }) => threadId === undefined && !sender && phone !== undefined);

const byOrd = <Row>(rows: Found<Row>[]) => new Map<number, Row>(rows.map((row) => [row.ord, row]));
