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
import { addMessages, type ThreadPlace } from "../threads/add-messages.ts";
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
export async function processInbound(tx: EntityManager, tasks: { callbackId: string }[]): Promise<Result<void>[]> {
  const callbacks = await openCallbacks(
    tx,
    tasks.map(({ callbackId }) => callbackId),
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
  return tasks.map(() => ({ ok: true, value: undefined }));
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
  const stored = texts.map((text) => ({ ...text, messageId: newId() }));
  const places = await addMessages(
    tx,
    "inbound",
    stored.map(({ teamId, messageId, businessNumberId, from, text, testMode, providerId }) => ({
      ...{ teamId, id: messageId, businessNumberId, contactPhone: from, body: text, testMode, providerId, now },
      status: "received",
    })),
  );
  const received = stored.map((text, index) => ({ ...text, ...places[index]! }));
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
