import { findOwners } from "../business-numbers/find-owners.ts";
import type { Result } from "../db/batching/batcher.ts";
import { readClock } from "../db/clock.ts";
import { lockPhones } from "../db/locks.ts";
import type { EntityManager } from "../db/orm.ts";
import type { CallbackOutcome } from "../db/schema/entities/callback.ts";
import type { MessageMedia } from "../db/schema/entities/message.ts";
import type { Timestamp } from "../db/timestamp.ts";
import { type ReceivedText, recordReceivedEvents } from "../events/received-events.ts";
import { findListening } from "../events/record-events.ts";
import { addMessages } from "../messaging/add-messages.ts";
import type { ThreadPosition } from "../messaging/new-messages.ts";
import type { Said } from "../opt-outs/keywords.ts";
import { type NewConsent, recordConsents } from "../opt-outs/record-consents.ts";
import { measureText } from "../sending/segments.ts";
import { queueReplies } from "../webhooks/queue-replies.ts";
import { findStored, keyOf } from "./find-stored.ts";
import { closeCallbacks, type OpenCallback, openCallbacks } from "./open-callbacks.ts";
import { readField, readMedia, readProviderId, readSaid, readSender } from "./read-fields.ts";

/** The text of an inbound callback with all required fields. */
interface InboundText {
  callback: OpenCallback;
  teamId: string;
  businessNumberId: string;
  /** The provider's id of the text, or the id of its callback if the provider sent none. */
  providerId: string;
  from: string;
  to: string;
  text: string;
  media: MessageMedia[];
  said: Said | undefined;
  testMode: boolean;
}

/**
 * Stores the texts of a batch of inbound callbacks as the newest messages of their threads, in the order of receipt. The
 * batch is one transaction, and its number of statements does not grow with the batch. A text with a known `MessageSid`
 * has no second effect. A text to an unknown number has no effect. A keyword already took effect when it was recorded,
 * unless its number had no owner then.
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
    callbacks.flatMap((callback) => readField(callback, "To") ?? []),
  );
  for (const callback of callbacks) {
    const text = readText(callback, owners);
    if (typeof text === "string") outcomes.set(callback, { outcome: text, teamId: null });
    else texts.push(text);
  }

  const senders = texts.map(({ teamId, from }) => ({ teamId, phone: from }));
  // The queries below run after the lock, so they see what earlier holders of the phones have stored.
  await lockPhones(tx, senders, "exclusive");
  const [known, now, listening] = await Promise.all([
    findStored(tx, texts),
    readClock(tx),
    findListening(
      tx,
      texts.map(({ teamId }) => teamId),
    ),
  ]);
  const fresh = texts.filter((text) => {
    const isNew = !known.has(keyOf(text));
    known.add(keyOf(text));
    outcomes.set(text.callback, { outcome: isNew ? "stored" : "duplicate", teamId: text.teamId });
    return isNew;
  });

  const received = await insertMessages(tx, fresh, now);
  const closed = [...outcomes].map(([{ id }, outcome]) => ({ id, ...outcome }));
  await closeCallbacks(tx, closed, now);
  await recordReceivedEvents(tx, received, { now, listening });
  return tasks.map(() => ({ ok: true, value: undefined }));
}

/** Reads the text of a callback, or returns the outcome of a callback without a usable text. */
function readText(
  callback: OpenCallback,
  owners: Awaited<ReturnType<typeof findOwners>>,
): InboundText | "unreadable" | "unknown_number" {
  const from = readSender(callback);
  const to = readField(callback, "To");
  if (from === null || to === null) return "unreadable";
  const owner = owners.get(to);
  if (!owner) return "unknown_number";
  return {
    ...{ callback, ...owner, from, to },
    providerId: readProviderId(callback) ?? callback.id,
    text: readField(callback, "Body") ?? "",
    media: readMedia(callback),
    said: readSaid(callback),
    testMode: callback.testMode,
  };
}

/** Stores texts as messages, with their consents and replies, and returns them. */
async function insertMessages(tx: EntityManager, texts: InboundText[], now: Timestamp): Promise<ReceivedText[]> {
  if (texts.length === 0) return [];
  // The message has the callback's id, because a keyword's entry in the consent log names it before it is stored.
  const stored = texts.map((text) => ({ ...text, messageId: text.callback.id }));
  const positions = await addMessages(
    tx,
    "inbound",
    stored.map(({ teamId, messageId, businessNumberId, from, text, media, testMode, providerId }) => ({
      ...{ teamId, id: messageId, businessNumberId, contactPhone: from, body: text, testMode, providerId, now },
      ...measureText(text),
      media,
      status: "received",
    })),
  );
  const received = stored.map((text, index) => {
    return { ...text, ...positions[index]!, optOut: text.said?.consent === "opted_out" };
  });
  await queueReplies(tx, received);
  await recordConsents(tx, received.flatMap(consentOf));
  return received;
}

/** A text that is stored as a message. */
type Received = InboundText & ThreadPosition & { messageId: string };

/** The consent of a keyword that did not take effect for its team when it was recorded. */
function consentOf({ teamId, from, said, messageId, callback }: Received): NewConsent | [] {
  if (!said || callback.teamId === teamId) return [];
  const { sequence, receivedAt: now, signature } = callback;
  const providerId = readProviderId(callback);
  return { ...said, teamId, phone: from, messageId, providerId, signature, sequence, now };
}
