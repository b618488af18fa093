import { sql } from "kysely";
import type { AutoReply } from "../../db/schema/entities/business-number.ts";
import type { DeliveryStatus, MessageMedia, MessageStatus } from "../../db/schema/entities/message.ts";
import { fromPostgres, type Timestamp } from "../../db/timestamp.ts";
import type { Segmentation } from "../segments.ts";

export type Direction = "inbound" | "outbound";

/** A message that is about to be stored, in the thread of a business number with a phone. */
export interface NewMessage extends Segmentation {
  teamId: string;
  /** The id is generated before the message is stored. */
  id: string;
  businessNumberId: string;
  /** The API key that sends it. Null in an automatic reply, absent in an inbound message. */
  apiKeyId?: string | null;
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
  statusCallback?: string | null;
  /** What it answers, if it is an automatic reply. */
  autoReply?: AutoReply | null;
  /** Whether its content was discarded, so that it has none. */
  discards?: boolean | null;
  /** The attached files. Absent if there are none. */
  media?: MessageMedia[];
  /** The time of the request or job that stores the message. */
  now: Timestamp;
}

/**
 * The part of an insert into `thread as t` that adds the new messages to a thread that exists. The newest of them is later
 * than each older message, even if the clock is not.
 */
export const onKnownThread = sql`on conflict (team_id, contact_phone, business_number_id) do update set
      message_count = t.message_count + excluded.message_count,
      last_direction = excluded.last_direction,
      last_body = excluded.last_body,
      last_message_at = greatest(
        excluded.last_message_at,
        (t.last_message_at at time zone 'UTC' + excluded.message_count * interval '1 microsecond') at time zone 'UTC'
      )`;

/** A message's thread, and its timestamp there. */
export interface ThreadPosition {
  threadId: string;
  createdAt: Timestamp;
}

/** A message's position as a row, which also has its id. */
export interface PositionRow {
  id: string;
  thread_id: string;
  created_at: string;
}

export const positionOf = ({ thread_id, created_at }: PositionRow): ThreadPosition => ({
  threadId: thread_id,
  createdAt: fromPostgres(created_at),
});
