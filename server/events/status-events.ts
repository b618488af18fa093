import { sql } from "kysely";
import type { MessageStatusData, OtpStatusData } from "../../generated/api.ts";
import { readClock } from "../db/clock.ts";
import { type EntityManager, queries } from "../db/orm.ts";
import type { DeliveryStatus } from "../db/schema/entities/message.ts";
import { rows } from "../db/sql/rows.ts";
import type { Timestamp } from "../db/timestamp.ts";
import { describeFailure } from "../provider/failures.ts";
import type { ProviderWords } from "../provider/provider.ts";
import { type NewDoorPost, queueDoorPosts } from "../webhooks/queue/door-posts.ts";
import { findListening, type NewEvent, recordEvents } from "./record-events.ts";

/** A new delivery status of a text: the provider refused the text, or it comes after the answer to its request. */
export interface StatusChange {
  kind: "message" | "otp";
  teamId: string;
  /** The id of the message or passcode. */
  id: string;
  status: DeliveryStatus;
  errorCode: string | null;
  /** What the provider said about the failure. */
  words?: ProviderWords;
  /** The address that a door posts the change to. */
  statusCallback?: string | null;
}

/**
 * Records changes of delivery statuses, in their order, and queues them for the addresses of their texts. The same text may
 * have several.
 */
export async function recordStatusEvents(tx: EntityManager, changes: StatusChange[]): Promise<void> {
  if (changes.length === 0) return;
  const [now, listening] = await Promise.all([
    readClock(tx),
    findListening(
      tx,
      changes.map(({ teamId }) => teamId),
    ),
  ]);
  await recordStatusEventsOf(tx, changes, { now, listening });
}

/** Records the changes of listening teams, and queues those with an address. `now` was read before the listening teams. */
export async function recordStatusEventsOf(
  tx: EntityManager,
  changes: StatusChange[],
  { now, listening }: { now: Timestamp; listening: Set<string> },
): Promise<void> {
  const heard = changes.filter(({ teamId }) => listening.has(teamId));
  const posted = changes.filter(({ statusCallback }) => statusCallback != null);
  const wanted = posted.length === 0 ? heard : [...new Set([...heard, ...posted])];
  if (wanted.length === 0) return;
  const [messages, otps] = await Promise.all([
    findMessages(tx, wanted.filter(isOf("message"))),
    findOtps(tx, heard.filter(isOf("otp"))),
  ]);
  await queueDoorPosts(
    tx,
    posted.flatMap((change) => postOf(change, messages.get(change.id)) ?? []),
  );
  await recordEvents(
    tx,
    heard.flatMap((change): NewEvent | [] => {
      const { teamId, id, status, errorCode, words } = change;
      const failure = { errorCode, ...(errorCode !== null && { provider: describeFailure(errorCode, words) }) };
      if (change.kind === "message") {
        const message = messages.get(id);
        if (!message) return [];
        const { testMode, ...text } = message;
        const data: MessageStatusData = { messageId: id, ...text, status, ...failure };
        return { teamId, type: "message.status", testMode, businessNumberId: text.businessNumberId, data, now };
      }
      const otp = otps.get(id);
      if (!otp) return [];
      const { testMode, ...passcode } = otp;
      const data: OtpStatusData = { otpId: id, ...passcode, deliveryStatus: status, ...failure };
      return { teamId, type: "otp.status", testMode, businessNumberId: passcode.businessNumberId, data, now };
    }),
  );
}

/** The post about a change; undefined if its text was deleted meanwhile. */
function postOf(
  { teamId, id: messageId, status, errorCode, statusCallback }: StatusChange,
  message: MessageText | undefined,
): NewDoorPost | undefined {
  if (!message) return undefined;
  const { testMode, from, to } = message;
  return { teamId, url: statusCallback!, post: { type: "status", messageId, testMode, from, to, status, errorCode } };
}

const isOf =
  (kind: StatusChange["kind"]) =>
  (change: StatusChange): boolean =>
    change.kind === kind;

type MessageText = Pick<MessageStatusData, "threadId" | "businessNumberId" | "from" | "to"> & { testMode: boolean };

async function findMessages(tx: EntityManager, changes: StatusChange[]): Promise<Map<string, MessageText>> {
  if (changes.length === 0) return new Map();
  const { rows: found } = await sql<{
    id: string;
    thread_id: string;
    test_mode: boolean;
    contact_phone: string;
    number_id: string;
    number_phone: string;
  }>`
    select m.id, m.thread_id, m.test_mode, t.contact_phone, n.id as number_id, n.phone_number as number_phone
    from ${rows("a", changes, { teamId: "uuid", id: "uuid" })}
    cross join lateral (
      select id, team_id, thread_id, test_mode from message m where m.team_id = a.team_id and m.id = a.id limit 1
    ) m
    cross join lateral (
      select contact_phone, business_number_id from thread t where t.team_id = m.team_id and t.id = m.thread_id limit 1
    ) t
    cross join lateral (
      select id, phone_number from business_number n where n.team_id = m.team_id and n.id = t.business_number_id limit 1
    ) n
  `.execute(queries(tx));
  return new Map(
    found.map((row) => [
      row.id,
      {
        threadId: row.thread_id,
        businessNumberId: row.number_id,
        from: row.number_phone,
        to: row.contact_phone,
        testMode: row.test_mode,
      },
    ]),
  );
}

type Passcode = Pick<OtpStatusData, "recipientId" | "businessNumberId" | "phone"> & { testMode: boolean };

async function findOtps(tx: EntityManager, changes: StatusChange[]): Promise<Map<string, Passcode>> {
  if (changes.length === 0) return new Map();
  const { rows: found } = await sql<{
    id: string;
    recipient_id: string;
    business_number_id: string;
    phone_number: string;
    test_mode: boolean;
  }>`
    select o.id, o.recipient_id, o.business_number_id, o.phone_number, o.test_mode
    from ${rows("a", changes, { teamId: "uuid", id: "uuid" })}
    cross join lateral (
      select id, recipient_id, business_number_id, phone_number, test_mode from otp o
      where o.team_id = a.team_id and o.id = a.id limit 1
    ) o
  `.execute(queries(tx));
  return new Map(
    found.map((row) => [
      row.id,
      {
        recipientId: row.recipient_id,
        businessNumberId: row.business_number_id,
        phone: row.phone_number,
        testMode: row.test_mode,
      },
    ]),
  );
}
