import { sql } from "kysely";
import type { Result } from "../batcher.ts";
import { findOwners } from "../business-numbers/find-owners.ts";
import { readClock } from "../db/clock.ts";
import { newId } from "../db/columns.ts";
import type { CallbackOutcome } from "../db/entities/callback.ts";
import { type EntityManager, prepared } from "../db/orm.ts";
import { lockPhones } from "../db/phone-lock.ts";
import type { Timestamp } from "../db/timestamp.ts";
import { allOf, untilCommit } from "../db/transaction.ts";
import { readKeyword } from "../opt-outs/keywords.ts";
import { type NewConsent, recordConsents } from "../opt-outs/record-consents.ts";
import type { E164 } from "../phone.ts";
import { enqueue } from "../queue/enqueue.ts";
import { openThreads, type ThreadPlace } from "../threads/open-threads.ts";
import { queueReplies } from "../webhooks/queue-replies.ts";
import {
  closeCallbacks,
  type OpenCallback,
  openCallbacks,
  readField,
  readPhone,
  readProviderId,
} from "./open-callbacks.ts";

/** A text that came in, of a callback that says all that is needed. */
interface InboundText {
  callback: OpenCallback;
  teamId: string;
  businessNumberId: string;
  providerId: string;
  from: E164;
  to: E164;
  text: string;
  testMode: boolean;
}

/**
 * Stores the texts of inbound callbacks as the newest messages of their threads, in the order of receipt, and does what
 * their keywords say; all in one transaction, in a number of statements that does not grow with the list. A text that
 * is stored already, by its `MessageSid`, has no second effect, and one that no number of ours received has none.
 *
 * @see docs/decisions.md, Callbacks
 */
export async function processInbound(tx: EntityManager, jobs: { callbackId: string }[]): Promise<Result<void>[]> {
  const callbacks = await openCallbacks(
    tx,
    jobs.map(({ callbackId }) => callbackId),
  );
  const outcomes = new Map<OpenCallback, { outcome: CallbackOutcome; teamId: string | null }>();
  const texts: InboundText[] = [];
  const owners = await findOwners(
    tx,
    callbacks.flatMap((callback) => readPhone(callback, "To") ?? []),
  );
  for (const callback of callbacks) {
    const text = readText(callback, owners);
    if (typeof text === "string") outcomes.set(callback, { outcome: text, teamId: null });
    else texts.push(text);
  }

  const senders = texts.map(({ teamId, from }) => ({ teamId, phone: from }));
  // What is stored and what time it is are asked for once the phones are held.
  const [, known, now] = await allOf([lockPhones(tx, senders, "exclusive"), findStored(tx, texts), readClock(tx)]);
  const fresh = texts.filter(({ teamId, providerId, callback }) => {
    const isNew = !known.has(`${teamId}\n${providerId}`);
    known.add(`${teamId}\n${providerId}`);
    outcomes.set(callback, { outcome: isNew ? "stored" : "duplicate", teamId });
    return isNew;
  });

  await store(tx, fresh, now);
  const closed = [...outcomes].map(([{ id }, outcome]) => ({ id, ...outcome }));
  await untilCommit(tx, closeCallbacks(tx, closed, now));
  return jobs.map(() => ({ ok: true, value: undefined }));
}

/** The text of a callback, or why there is none. */
function readText(
  callback: OpenCallback,
  owners: Awaited<ReturnType<typeof findOwners>>,
): InboundText | "unreadable" | "unknown_number" {
  const providerId = readProviderId(callback);
  const from = readPhone(callback, "From");
  const to = readPhone(callback, "To");
  if (providerId === null || from === null || to === null) return "unreadable";
  const owner = owners.get(to);
  if (!owner) return "unknown_number";
  return {
    ...{ callback, ...owner, providerId, from, to },
    text: readField(callback, "Body") ?? "",
    testMode: callback.testMode,
  };
}

/** Which of the texts are stored, as team and provider's id. */
async function findStored(tx: EntityManager, texts: InboundText[]): Promise<Set<string>> {
  if (texts.length === 0) return new Set();
  const { rows } = await sql<{ team_id: string; provider_id: string }>`
    select m.team_id, m.provider_id
    from unnest(${texts.map(({ teamId }) => teamId)}::uuid[], ${texts.map(({ providerId }) => providerId)}::text[])
      as a (team_id, provider_id)
    join message m on m.team_id = a.team_id and m.provider_id = a.provider_id and m.direction = 'inbound'
  `.execute(prepared(tx));
  return new Set(rows.map(({ team_id, provider_id }) => `${team_id}\n${provider_id}`));
}

async function store(tx: EntityManager, texts: InboundText[], now: Timestamp): Promise<void> {
  if (texts.length === 0) return;
  const places = await openThreads(
    tx,
    texts.map(({ teamId, businessNumberId, from, text }) => ({
      ...{ teamId, businessNumberId, contactPhone: from, body: text, now },
      direction: "inbound",
    })),
  );
  const received = texts.map((text, index) => ({ ...text, ...places[index]!, messageId: newId() }));
  await insertMessages(tx, received);
  await recordConsents(tx, received.flatMap(consentOf));
  await queueReplies(
    tx,
    enqueue,
    received.map((message) => ({ ...message, optOut: readKeyword(message.text)?.consent === "opted_out" })),
  );
}

/** A text that has become a message. */
type Received = InboundText & ThreadPlace & { messageId: string };

function consentOf({ teamId, from, text, messageId, callback }: Received): NewConsent | [] {
  const said = readKeyword(text);
  const { sequence, receivedAt } = callback;
  return said ? { ...said, teamId, phone: from, source: "keyword", messageId, sequence, now: receivedAt } : [];
}

async function insertMessages(tx: EntityManager, received: Received[]): Promise<void> {
  await sql`
    insert into message (team_id, id, thread_id, direction, body, status, test_mode, provider_id, created_at,
      updated_at)
    select team_id, id, thread_id, 'inbound', body, 'received', test_mode, provider_id, created_at, created_at
    from unnest(
      ${received.map(({ teamId }) => teamId)}::uuid[], ${received.map(({ messageId }) => messageId)}::uuid[],
      ${received.map(({ threadId }) => threadId)}::uuid[], ${received.map(({ text }) => text)}::text[],
      ${received.map(({ testMode }) => testMode)}::boolean[],
      ${received.map(({ providerId }) => providerId)}::text[],
      ${received.map(({ createdAt }) => createdAt)}::timestamptz[]
    ) as a (team_id, id, thread_id, body, test_mode, provider_id, created_at)
  `.execute(prepared(tx));
}
