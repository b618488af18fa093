import { sql } from "kysely";
import { newId } from "../db/columns.ts";
import { type EntityManager, prepared } from "../db/orm.ts";
import { lockPhones } from "../db/phone-lock.ts";
import { fromPostgres, plusMicroseconds, type Timestamp } from "../db/timestamp.ts";
import { untilCommit } from "../db/transaction.ts";
import type { E164 } from "../phone.ts";

/** A message that is about to be stored, as far as its thread is concerned. */
export interface NewThreadMessage {
  teamId: string;
  businessNumberId: string;
  contactPhone: E164;
  direction: "inbound" | "outbound";
  body: string;
  /** The clock of its request or job. */
  now: Timestamp;
}

/** Where a message belongs, and the moment it is stored under. */
export interface ThreadPlace {
  threadId: string;
  createdAt: Timestamp;
}

/**
 * Puts messages on top of their threads, which are made where they are missing, and gives each its place; places stand
 * in the order of the messages.
 *
 * The threads stay locked until the transaction ends. So within a thread `createdAt` is unique and grows in the order
 * of commits: it is the greater of the clock and a microsecond after the thread's newest message. A reader that goes on
 * after the last `createdAt` it saw therefore misses nothing.
 *
 * A new thread belongs to the contact with its phone if exactly one has it. The phones are held meanwhile, so that a
 * contact that gains or loses one at the same time finds the thread or is found by it.
 */
export async function openThreads(tx: EntityManager, messages: NewThreadMessage[]): Promise<ThreadPlace[]> {
  if (messages.length === 0) return [];
  await lockPhones(
    tx,
    messages.map(({ teamId, contactPhone }) => ({ teamId, phone: contactPhone })),
    "shared",
  );
  const threads = Map.groupBy(messages, identify);
  const summaries = [...threads.values()].map((own) => {
    const clock = own
      .map(({ now }) => now)
      .toSorted()
      .at(-1)!;
    // Room for all messages of this call, the newest last.
    return {
      ...own.at(-1)!,
      id: newId(),
      messageCount: own.length,
      lastMessageAt: plusMicroseconds(clock, own.length - 1),
    };
  });
  const { rows } = await sql<{
    team_id: string;
    id: string;
    contact_phone: E164;
    business_number_id: string;
    last_message_at: string;
  }>`
    insert into thread as t (team_id, id, business_number_id, contact_phone, message_count, last_direction, last_body,
      last_message_at, created_at)
    select * from unnest(
      ${summaries.map(({ teamId }) => teamId)}::uuid[], ${summaries.map(({ id }) => id)}::uuid[],
      ${summaries.map(({ businessNumberId }) => businessNumberId)}::uuid[],
      ${summaries.map(({ contactPhone }) => contactPhone)}::text[],
      ${summaries.map(({ messageCount }) => messageCount)}::int[],
      ${summaries.map(({ direction }) => direction)}::text[], ${summaries.map(({ body }) => body)}::text[],
      ${summaries.map(({ lastMessageAt }) => lastMessageAt)}::timestamptz[],
      ${summaries.map(({ now }) => now)}::timestamptz[]
    ) as a (team_id, id, business_number_id, contact_phone, message_count, last_direction, last_body, last_message_at,
      created_at)
    order by team_id, contact_phone, business_number_id
    on conflict (team_id, contact_phone, business_number_id) do update set
      message_count = t.message_count + excluded.message_count,
      last_direction = excluded.last_direction,
      last_body = excluded.last_body,
      last_message_at = greatest(
        excluded.last_message_at,
        (t.last_message_at at time zone 'UTC' + excluded.message_count * interval '1 microsecond') at time zone 'UTC'
      )
    returning team_id, id, contact_phone, business_number_id, last_message_at
  `.execute(prepared(tx));

  const stored = new Map(
    rows.map((row) => [
      identify({ teamId: row.team_id, businessNumberId: row.business_number_id, contactPhone: row.contact_phone }),
      { threadId: row.id, lastMessageAt: fromPostgres(row.last_message_at) },
    ]),
  );
  const made = new Set(summaries.map(({ id }) => id));
  const own = rows.filter(({ id }) => made.has(id));
  if (own.length > 0) await untilCommit(tx, linkThreads(tx, own));
  return messages.map((message) => {
    const { threadId, lastMessageAt } = stored.get(identify(message))!;
    const own = threads.get(identify(message))!;
    return { threadId, createdAt: plusMicroseconds(lastMessageAt, own.indexOf(message) - own.length + 1) };
  });
}

/** Gives new threads to the contacts that have their phones, where one contact alone has. */
function linkThreads(tx: EntityManager, threads: { team_id: string; id: string; contact_phone: E164 }[]) {
  return sql`
    update thread t set contact_id = holder.contact_id
    from (
      select p.team_id, a.id, (array_agg(p.contact_id))[1] as contact_id
      from unnest(
        ${threads.map(({ team_id }) => team_id)}::uuid[], ${threads.map(({ id }) => id)}::uuid[],
        ${threads.map(({ contact_phone }) => contact_phone)}::text[]
      ) as a (team_id, id, phone_number)
      join contact_phone p on p.team_id = a.team_id and p.phone_number = a.phone_number
      group by p.team_id, a.id having count(*) = 1
    ) as holder
    where t.team_id = holder.team_id and t.id = holder.id
  `.execute(prepared(tx));
}

type ThreadIdentity = Pick<NewThreadMessage, "teamId" | "businessNumberId" | "contactPhone">;

const identify = ({ teamId, businessNumberId, contactPhone }: ThreadIdentity) =>
  [teamId, contactPhone, businessNumberId].join("\n");
