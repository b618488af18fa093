import { sql } from "kysely";
import { newId } from "../db/columns.ts";
import type { DeliveryStatus, MessageStatus } from "../db/entities/message.ts";
import { type EntityManager, prepared } from "../db/orm.ts";
import { lockPhones } from "../db/phone-lock.ts";
import { fromPostgres, plusMicroseconds, type Timestamp } from "../db/timestamp.ts";
import { allOf } from "../db/transaction.ts";
import type { E164 } from "../phone.ts";

/** A message that is about to be stored, in the thread of a business number with a phone. */
export interface NewMessage {
  teamId: string;
  /** Made before anything is stored. */
  id: string;
  businessNumberId: string;
  contactPhone: E164;
  body: string;
  status: MessageStatus;
  testMode: boolean;
  providerId?: string | null;
  errorCode?: string | null;
  simulatedOutcome?: DeliveryStatus | null;
  replyWebhookUrl?: string | null;
  webhookData?: string | null;
  /** The clock of its request or job. */
  now: Timestamp;
  /** Whether its thread is known to be there. */
  hasThread?: boolean;
}

/** Where a message stands, and the moment it is stored under. */
export interface ThreadPlace {
  threadId: string;
  createdAt: Timestamp;
}

/**
 * Stores messages on top of their threads, which are made where they are missing, and answers the place of each; places
 * stand in the order of the messages. All statements are asked for at once.
 *
 * The threads stay locked until the transaction ends. So within a thread `createdAt` is unique and grows in the order
 * of commits: it is the greater of the clock and a microsecond after the thread's newest message. A reader that goes on
 * after the last `createdAt` it saw therefore misses nothing.
 *
 * A new thread belongs to the contact with its phone if exactly one has it. The phones are held meanwhile, so that a
 * contact that gains or loses one at the same time finds the thread or is found by it.
 */
export async function addMessages(
  tx: EntityManager,
  direction: "inbound" | "outbound",
  messages: NewMessage[],
): Promise<ThreadPlace[]> {
  if (messages.length === 0) return [];
  const threads = [...Map.groupBy(messages, threadOf).values()];
  const summaries = threads.map(summarize);
  const [, { rows }] = await allOf([
    lockPhones(
      tx,
      messages.map(({ teamId, contactPhone }) => ({ teamId, phone: contactPhone })),
      "shared",
    ),
    store(tx, direction, summaries, threads.flatMap(inTurn)),
  ]);
  const places = new Map(
    rows.map(({ id, thread_id, created_at }) => [id, { threadId: thread_id, createdAt: fromPostgres(created_at) }]),
  );
  return messages.map(({ id }) => places.get(id)!);
}

/** What a thread's row becomes with its messages, under an id that it gets if it is new. */
function summarize(own: NewMessage[]) {
  const clock = own
    .map(({ now }) => now)
    .toSorted()
    .at(-1)!;
  // Room for all messages of this call, the newest last.
  const lastMessageAt = plusMicroseconds(clock, own.length - 1);
  return { ...own.at(-1)!, id: newId(), messageCount: own.length, lastMessageAt };
}

/** The messages of a thread, with how many of this call come after each. */
const inTurn = (own: NewMessage[]) => own.map((message, index) => ({ ...message, later: own.length - 1 - index }));

/** One statement for threads and messages: a round trip less while the threads are locked. */
function store(
  tx: EntityManager,
  direction: "inbound" | "outbound",
  threads: ReturnType<typeof summarize>[],
  messages: ReturnType<typeof inTurn>,
) {
  const unknown = threads.filter(({ hasThread }) => !hasThread);
  return sql<{ id: string; thread_id: string; created_at: string }>`
    with holder as (
      select p.team_id, p.phone_number as contact_phone, (array_agg(p.contact_id))[1] as contact_id
      from (
        select distinct team_id, phone_number from unnest(
          ${unknown.map(({ teamId }) => teamId)}::uuid[], ${unknown.map(({ contactPhone }) => contactPhone)}::text[]
        ) as a (team_id, phone_number)
      ) as a
      join contact_phone p using (team_id, phone_number)
      group by p.team_id, p.phone_number having count(*) = 1
    ), opened as (
      insert into thread as t (team_id, id, business_number_id, contact_phone, contact_id, message_count,
        last_direction, last_body, last_message_at, created_at)
      select team_id, id, business_number_id, contact_phone, contact_id, message_count, ${direction}, last_body,
        last_message_at, created_at
      from unnest(
        ${threads.map(({ teamId }) => teamId)}::uuid[], ${threads.map(({ id }) => id)}::uuid[],
        ${threads.map(({ businessNumberId }) => businessNumberId)}::uuid[],
        ${threads.map(({ contactPhone }) => contactPhone)}::text[],
        ${threads.map(({ messageCount }) => messageCount)}::int[], ${threads.map(({ body }) => body)}::text[],
        ${threads.map(({ lastMessageAt }) => lastMessageAt)}::timestamptz[],
        ${threads.map(({ now }) => now)}::timestamptz[]
      ) as a (team_id, id, business_number_id, contact_phone, message_count, last_body, last_message_at, created_at)
      left join holder using (team_id, contact_phone)
      order by team_id, contact_phone, business_number_id
      on conflict (team_id, contact_phone, business_number_id) do update set
        message_count = t.message_count + excluded.message_count,
        last_direction = excluded.last_direction,
        last_body = excluded.last_body,
        last_message_at = greatest(
          excluded.last_message_at,
          (t.last_message_at at time zone 'UTC' + excluded.message_count * interval '1 microsecond') at time zone 'UTC'
        )
      returning team_id, contact_phone, business_number_id, id, last_message_at
    ), placed as (
      select a.*, o.id as thread_id, o.last_message_at - a.later * interval '1 microsecond' as created_at
      from unnest(
        ${messages.map(({ teamId }) => teamId)}::uuid[], ${messages.map(({ id }) => id)}::uuid[],
        ${messages.map(({ businessNumberId }) => businessNumberId)}::uuid[],
        ${messages.map(({ contactPhone }) => contactPhone)}::text[], ${messages.map(({ body }) => body)}::text[],
        ${messages.map(({ status }) => status)}::text[], ${messages.map(({ testMode }) => testMode)}::boolean[],
        ${messages.map(({ providerId }) => providerId)}::text[], ${messages.map(({ errorCode }) => errorCode)}::text[],
        ${messages.map(({ simulatedOutcome }) => simulatedOutcome)}::text[],
        ${messages.map(({ replyWebhookUrl }) => replyWebhookUrl)}::text[],
        ${messages.map(({ webhookData }) => webhookData)}::text[], ${messages.map(({ later }) => later)}::int[]
      ) as a (team_id, id, business_number_id, contact_phone, body, status, test_mode, provider_id, error_code,
        simulated_outcome, reply_webhook_url, webhook_data, later)
      join opened o using (team_id, contact_phone, business_number_id)
    )
    insert into message (team_id, id, thread_id, direction, body, status, test_mode, provider_id, error_code,
      simulated_outcome, reply_webhook_url, webhook_data, created_at, updated_at)
    select team_id, id, thread_id, ${direction}, body, status, test_mode, provider_id, error_code, simulated_outcome,
      reply_webhook_url, webhook_data, created_at, created_at
    from placed
    returning id, thread_id, created_at
  `.execute(prepared(tx));
}

const threadOf = ({ teamId, businessNumberId, contactPhone }: NewMessage) =>
  [teamId, contactPhone, businessNumberId].join("\n");
