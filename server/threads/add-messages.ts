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
  /** Made before anything is stored. */
  id: string;
  businessNumberId: string;
  /** The other side: a phone, or whatever an inbound text came from. */
  contactPhone: string;
  body: string;
  status: MessageStatus;
  testMode: boolean;
  providerId?: string | null;
  errorCode?: string | null;
  simulatedOutcome?: DeliveryStatus | null;
  replyWebhookUrl?: string | null;
  webhookData?: string | null;
  /** The files that came with it; absent: none. */
  media?: MessageMedia[];
  /** The clock of its request or job. */
  now: Timestamp;
}

type Direction = "inbound" | "outbound";

/** Where a message stands, and the moment it is stored under. */
export interface ThreadPlace {
  threadId: string;
  createdAt: Timestamp;
}

/** A message's place, as `storedMessages` gives it beside its id. */
export interface PlaceRow {
  thread_id: string;
  created_at: string;
}

export const placeOf = ({ thread_id, created_at }: PlaceRow): ThreadPlace => ({
  threadId: thread_id,
  createdAt: fromPostgres(created_at),
});

/**
 * Stores messages on top of their threads, which are made where they are missing, and answers the place of each; places
 * stand in the order of the messages. All statements are asked for at once.
 *
 * @see storedMessages
 */
export async function addMessages(
  tx: EntityManager,
  direction: Direction,
  messages: NewMessage[],
): Promise<ThreadPlace[]> {
  if (messages.length === 0) return [];
  const [, { rows }] = await allOf([
    lockPhones(
      tx,
      messages.map(({ teamId, contactPhone }) => ({ teamId, phone: contactPhone })),
      "shared",
    ),
    sql<PlaceRow & { id: string }>`
      with storable as (
        select *, number_id as business_number_id, false as has_thread from ${rowsOf(direction, messages)}
      ), ${storedMessages(direction)}
      select id, thread_id, created_at from stored
    `.execute(prepared(tx)),
  ]);
  const places = new Map(rows.map((row) => [row.id, placeOf(row)]));
  return messages.map(({ id }) => places.get(id)!);
}

/** A message whose business number may not be known yet. */
type MessageRow = Omit<NewMessage, "businessNumberId"> & { businessNumberId: string | undefined };

/**
 * SQL for messages as rows `a`: their columns, the id of a number (`number_id`), one for the thread if it is new, and the
 * place in the list (`ord`).
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

/** Whether messages of a direction can come with files. For a send, an array of none costs PostgreSQL 5 %. */
const hasMedia = (direction: Direction) => direction === "inbound";

/**
 * SQL that stores the messages of `storable`, which has the columns of `rowsOf`, `business_number_id`, and `has_thread`,
 * whether a thread is known to be there; `stored` has their places.
 *
 * A new thread belongs to the contact with its phone if exactly one has it. The phones must be held already, by a
 * statement before: so a contact that gains or loses one at the same time finds the thread or is found by it.
 *
 * The threads stay locked until the transaction ends. So within a thread `createdAt` is unique and grows in the order
 * of commits: it is the greater of the clock and a microsecond after the thread's newest message. A reader that goes on
 * after the last `createdAt` it saw therefore misses nothing.
 */
export const storedMessages = (direction: Direction): RawBuilder<unknown> => sql`
  in_turn as (
    select *, row_number() over own - 1 as later, count(*) over own as message_count, max(now) over own as clock
    from storable
    window own as (
      partition by team_id, contact_phone, business_number_id order by ord desc
      rows between unbounded preceding and unbounded following
    )
  ), holder as (
    select a.team_id, a.contact_phone, (array_agg(p.contact_id))[1] as contact_id
    from (select distinct team_id, contact_phone from in_turn where not has_thread) as a
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
      from in_turn order by team_id, contact_phone, business_number_id, ord desc
    ) as last
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
  ), stored as (
    insert into message (team_id, id, thread_id, direction, body, status, test_mode, provider_id, error_code,
      simulated_outcome, reply_webhook_url, webhook_data, segments, encoding, media, created_at, updated_at)
    select q.team_id, q.id, o.id, ${sql.lit(direction)}, q.body, q.status, q.test_mode, q.provider_id, q.error_code,
      q.simulated_outcome, q.reply_webhook_url, q.webhook_data, q.segments, q.encoding,
      ${hasMedia(direction) ? sql`coalesce(q.media, '[]')` : sql`'[]'`}, moment, moment
    from in_turn q join opened o using (team_id, contact_phone, business_number_id),
      lateral (select o.last_message_at - q.later * interval '1 microsecond' as moment) as m
    returning id, thread_id, created_at
  )`;
