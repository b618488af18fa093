import type { Result } from "../batcher.ts";
import { findOwners } from "../business-numbers/find-owners.ts";
import { readClock } from "../db/clock.ts";
import type { CallbackOutcome } from "../db/entities/callback.ts";
import type { MessageMedia } from "../db/entities/message.ts";
import type { EntityManager } from "../db/orm.ts";
import { lockPhones } from "../db/phone-lock.ts";
import type { Timestamp } from "../db/timestamp.ts";
import { allOf, deferToCommit } from "../db/transaction.ts";
import type { Said } from "../opt-outs/keywords.ts";
import { type NewConsent, recordConsents } from "../opt-outs/record-consents.ts";
import { enqueue } from "../queue/enqueue.ts";
import { measureText } from "../segments.ts";
import { addMessages, type ThreadPosition } from "../threads/add-messages.ts";
import { queueReplies } from "../webhooks/queue-replies.ts";
import { findStored, keyOf } from "./find-stored.ts";
import { closeCallbacks, type OpenCallback, openCallbacks } from "./open-callbacks.ts";
import { readField, readMedia, readProviderId, readSaid, readSender } from "./read-fields.ts";

/** A text that came in, of a callback that says all that is needed. */
interface InboundText {
  callback: OpenCallback;
  teamId: string;
  businessNumberId: string;
  /** The provider's id of the text; without one, the id of its callback. */
  providerId: string;
  from: string;
  to: string;
  text: string;
  media: MessageMedia[];
  said: Said | undefined;
  testMode: boolean;
}

/**
 * Stores the texts of inbound callbacks as the newest messages of their threads, in the order of receipt, all in one
 * transaction, in a number of statements that does not grow with the batch. A text that is stored already, by its
 * `MessageSid`, has no second effect, and a text that no number of ours received has none. A keyword was done when it
 * was recorded, unless its number had no owner then.
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
  // What is stored and what time it is are asked for once the phones are held.
  const [, known, now] = await allOf([lockPhones(tx, senders, "exclusive"), findStored(tx, texts), readClock(tx)]);
  const fresh = texts.filter((text) => {
    const isNew = !known.has(keyOf(text));
    known.add(keyOf(text));
    outcomes.set(text.callback, { outcome: isNew ? "stored" : "duplicate", teamId: text.teamId });
    return isNew;
  });

  await store(tx, fresh, now);
  const closed = [...outcomes].map(([{ id }, outcome]) => ({ id, ...outcome }));
  await deferToCommit(tx, closeCallbacks(tx, closed, now));
  return tasks.map(() => ({ ok: true, value: undefined }));
}

/** The text of a callback, or why there is none. */
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

async function store(tx: EntityManager, texts: InboundText[], now: Timestamp): Promise<void> {
  if (texts.length === 0) return;
  // A keyword's entry in the log names its message before that is stored.
  const stored = texts.map((text) => ({ ...text, messageId: text.callback.id }));
  const places = await addMessages(
    tx,
    "inbound",
    stored.map(({ teamId, messageId, businessNumberId, from, text, media, testMode, providerId }) => ({
      ...{ teamId, id: messageId, businessNumberId, contactPhone: from, body: text, testMode, providerId, now },
      ...measureText(text),
      media,
      status: "received",
    })),
  );
  const received = stored.map((text, index) => ({ ...text, ...places[index]! }));
  await recordConsents(tx, received.flatMap(consentOf));
  await queueReplies(
    tx,
    enqueue,
    received.map((message) => ({ ...message, optOut: message.said?.consent === "opted_out" })),
  );
}

/** A text that has become a message. */
type Received = InboundText & ThreadPosition & { messageId: string };

/** What a text says that was not judged for its team when it was recorded. */
function consentOf({ teamId, from, said, messageId, callback }: Received): NewConsent | [] {
  if (!said || callback.teamId === teamId) return [];
  const { sequence, receivedAt: now, signature } = callback;
  const providerId = readProviderId(callback);
  return { ...said, teamId, phone: from, messageId, providerId, signature, sequence, now };
}
