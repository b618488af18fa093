import { type RawBuilder, sql } from "kysely";
import { newId } from "../db/columns.ts";
import type { DeliveryStatus, MessageMedia, MessageStatus } from "../db/entities/message.ts";
import { type EntityManager, prepared } from "../db/orm.ts";
import { lockPhones } from "../db/phone-lock.ts";
import { fromPostgres, type Timestamp } from "../db/timestamp.ts";
import { allOf } from "../db/transaction.ts";
import type { Segmentation } from "../segments.ts";

/** A message that is about to be stored, in the thread of a business number with a phone. */
export interface NewMessage extends Segmentation {
  teamId: string;
  /** The id is generated before the message is stored. */
  id: string;
  businessNumberId: string;
  /** The contact's phone, or another sender of an inbound text, such as a short code. */
  contactPhone: string;
  body: string;
  status: MessageStatus;
  testMode: boolean;
  providerId?: string | null;
  errorCode?: string | null;
  simulatedOutcome?: DeliveryStatus | null;
  replyWebhookUrl?: string | null;
  webhookData?: string | null;
  /** The attached files. Absent if there are none. */
  media?: MessageMedia[];
  /** The time of the request or job that stores the message. */
  now: Timestamp;
}

type Direction = "inbound" | "outbound";

/** A message's thread, and its timestamp there. */
export interface ThreadPosition {
  threadId: string;
  createdAt: Timestamp;
}

/** A message's position as a row of `stored`, which also has its id. */
export interface PositionRow {
  thread_id: string;
  created_at: string;
}

export const positionOf = ({ thread_id, created_at }: PositionRow): ThreadPosition => ({
  threadId: thread_id,
  createdAt: fromPostgres(created_at),
});

/**
 * Stores messages as the newest of their threads, and creates missing threads. Returns the positions in the order of
 * the messages. Both statements are sent at once.
 *
 * @see storedMessages
 */
export async function addMessages(
  tx: EntityManager,
  direction: Direction,
  messages: NewMessage[],
): Promise<ThreadPosition[]> {
  if (messages.length === 0) return [];
  const [, { rows }] = await allOf([
    lockPhones(
      tx,
      messages.map(({ teamId, contactPhone }) => ({ teamId, phone: contactPhone })),
      "shared",
    ),
    sql<PositionRow & { id: string }>`
      with storable as (
        select *, number_id as business_number_id, false as has_thread from ${rowsOf(direction, messages)}
      ), ${storedMessages(direction)}
      select id, thread_id, created_at from stored
    `.execute(prepared(tx)),
  ]);
  const positions = new Map(rows.map((row) => [row.id, positionOf(row)]));
  return messages.map(({ id }) => positions.get(id)!);
}

/** A message. The statement may still have to find its business number. */
type MessageRow = Omit<NewMessage, "businessNumberId"> & { businessNumberId: string | undefined };

/**
 * SQL for messages as a relation `a`, with three columns that are not columns of messages:
 *
 * - `number_id`: the business number, or null if it is not known yet;
 * - `new_thread_id`: the thread's id if the thread is created;
 * - `ord`: the position in the batch.
 */
export const rowsOf = (direction: Direction, messages: MessageRow[]): RawBuilder<unknown> => sql`
  unnest(
    ${messages.map(({ teamId }) => teamId)}::uuid[], ${messages.map(({ id }) => id)}::uuid[],
    ${messages.map(() => newId())}::uuid[], ${messages.map(({ businessNumberId }) => businessNumberId)}::uuid[],
    ${messages.map(({ contactPhone }) => contactPhone)}::text[], ${messages.map(({ body }) => body)}::text[],
    ${messages.map(({ status }) => status)}::text[], ${messages.map(({ testMode }) => testMode)}::boolean[],
    ${messages.map(({ providerId }) => providerId)}::text[], ${messages.map(({ errorCode }) => errorCode)}::text[],
    ${messages.map(({ simulatedOutcome }) => simulatedOutcome)}::text[],
    ${messages.map(({ replyWebhookUrl }) => replyWebhookUrl)}::text[],
    ${messages.map(({ webhookData }) => webhookData)}::text[], ${messages.map(({ segments }) => segments)}::int[],
    ${messages.map(({ encoding }) => encoding)}::text[], ${messages.map(({ now }) => now)}::timestamptz[]
    ${hasMedia(direction) ? sql`, ${messages.map(({ media }) => media && JSON.stringify(media))}::jsonb[]` : sql``}
  ) with ordinality as a (team_id, id, new_thread_id, number_id, contact_phone, body, status, test_mode,
    provider_id, error_code, simulated_outcome, reply_webhook_url, webhook_data, segments, encoding, now
    ${hasMedia(direction) ? sql`, media` : sql``}, ord)`;

/** Whether messages of a direction can have files. For sends the column is left out, which saves PostgreSQL 5 %. */
const hasMedia = (direction: Direction) => direction === "inbound";

/**
 * SQL that stores the messages of the relation `storable`. That relation has the columns of `rowsOf`, `business_number_id`,
 * and `has_thread`, which is true if the thread is known to exist. The relation `stored` has the messages' positions.
 *
 * A new thread belongs to the contact with its phone, if exactly one contact has that phone. An earlier statement must
 * lock the phones. Otherwise a contact that gains or loses a phone at the same time could miss the thread.
 *
 * The threads stay locked until the transaction ends, so `createdAt` is unique within a thread and grows in commit
 * order. It is the clock, or a microsecond after the thread's newest message if that is later. A reader that continues
 * after the last `createdAt` that it saw therefore misses no message.
 */
export const storedMessages = (direction: Direction): RawBuilder<unknown> => sql`
  ordered as (
    select *, row_number() over per_thread - 1 as newer_count, count(*) over per_thread as message_count,
      max(now) over per_thread as clock
    from storable
    window per_thread as (
      partition by team_id, contact_phone, business_number_id order by ord desc
      rows between unbounded preceding and unbounded following
    )
  ), only_contact as (
    select a.team_id, a.contact_phone, (array_agg(p.contact_id))[1] as contact_id
    from (select distinct team_id, contact_phone from ordered where not has_thread) as a
    cross join lateral (
      select p.contact_id from contact_phone p
      where p.team_id = a.team_id and p.phone_number = a.contact_phone
      order by p.contact_created_at desc, p.contact_id desc limit 2
    ) p
    group by a.team_id, a.contact_phone having count(*) = 1
  ), opened as (
    insert into thread as t (team_id, id, business_number_id, contact_phone, contact_id, message_count, last_direction,
      last_body, last_message_at, created_at)
    select team_id, new_thread_id, business_number_id, contact_phone, contact_id, message_count,
      ${sql.lit(direction)}, body, clock + (message_count - 1) * interval '1 microsecond', now
    from (
      select distinct on (team_id, contact_phone, business_number_id) team_id, contact_phone, business_number_id,
        new_thread_id, message_count, body, clock, now
      from ordered order by team_id, contact_phone, business_number_id, ord desc
    ) as last
    left join only_contact using (team_id, contact_phone)
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
  ), stored as (
    insert into message (team_id, id, thread_id, direction, body, status, test_mode, provider_id, error_code,
      simulated_outcome, reply_webhook_url, webhook_data, segments, encoding, media, created_at, updated_at)
    select q.team_id, q.id, o.id, ${sql.lit(direction)}, q.body, q.status, q.test_mode, q.provider_id, q.error_code,
      q.simulated_outcome, q.reply_webhook_url, q.webhook_data, q.segments, q.encoding,
      ${hasMedia(direction) ? sql`coalesce(q.media, '[]')` : sql`'[]'`}, message_time, message_time
    from ordered q join opened o using (team_id, contact_phone, business_number_id),
      lateral (select o.last_message_at - q.newer_count * interval '1 microsecond' as message_time) as m
    returning id, thread_id, created_at
  )`;
