import { sql } from "kysely";
import { findOwners } from "../business-numbers/find-owners.ts";
import { readClock } from "../db/clock.ts";
import { findOutOfReach } from "../db/commit/each-place.ts";
import { runInPlaces } from "../db/commit/of-teams.ts";
import { type EntityManager, queries } from "../db/orm.ts";
import type { CallbackOutcome } from "../db/schema/entities/callback.ts";
import { lockPhones } from "../db/sql/locks.ts";
import { rows } from "../db/sql/rows.ts";
import type { Timestamp } from "../db/timestamp.ts";
import { type ReceivedText, receivedEventsOf } from "../events/received-events.ts";
import { findListening, type NewEvent, recordEvents } from "../events/record-events.ts";
import { insertMedia, type PendingFile, withIds } from "../media/insert-media.ts";
import type { Said } from "../opt-outs/keywords.ts";
import { type NewConsent, storeConsents } from "../opt-outs/record-consents.ts";
import { openCases, type SuspectedText } from "../opt-outs/suspected/open-cases.ts";
import type { Inbound } from "../provider/callbacks.ts";
import { measureText, type Segmentation } from "../texts/segments.ts";
import type { ThreadPosition } from "../texts/store/new-messages.ts";
import { storeMessages } from "../texts/store/store-messages.ts";
import { type NewDoorPost, queueDoorPosts } from "../webhooks/queue/door-posts.ts";
import { queueReplies } from "../webhooks/replies/queue-replies.ts";
import { queueAutoReplies } from "./auto-replies.ts";
import { findStored, keyOf } from "./find-stored.ts";
import { findSuperseded } from "./find-superseded.ts";
import { closeCallbacks, type OpenCallback, openCallbacks } from "./open-callbacks.ts";
import { saidIn, senderOf } from "./read-callback.ts";
import type { AwaitedTeams } from "./waiting-callbacks.ts";

type OpenInbound = OpenCallback<Inbound>;

/** The text of an inbound callback with all required fields. */
interface InboundText {
  callback: OpenInbound;
  teamId: string;
  businessNumberId: string;
  /** The provider's id of the text, or the id of its callback if the provider sent none. */
  providerId: string;
  from: string;
  to: string;
  /** The address of the number that a door posts its texts to. */
  inboundWebhookUrl: string | null;
  text: string;
  media: PendingFile[];
  said: Said | undefined;
  testMode: boolean;
}

/**
 * Stores the texts of a batch of inbound callbacks as the newest messages of their threads, in the order of receipt. The
 * batch is one transaction, and its number of statements does not grow with the batch. Texts that `runInPlaces`
 * stores apart are committed before, and a batch that runs again finds them. A text with a known
 * id of the provider has no second effect. A text to an unknown number has no effect. A keyword already took effect when it was
 * recorded, unless its number had no owner then. Returns the numbers of posts that were queued for webhooks, and of automatic
 * replies that were left out. Returns the outcomes of the texts, too, and the callbacks that wait,
 * because their team's rows are out of reach.
 *
 * @see docs/decisions.md, Callbacks
 */
export async function processInbound(
  tx: EntityManager,
  tasks: { callbackId: string }[],
): Promise<{ posts: number; leftOut: number; outcomes: CallbackOutcome[]; awaited: AwaitedTeams }> {
  const callbacks = await openCallbacks<Inbound>(
    tx,
    tasks.map(({ callbackId }) => callbackId),
  );
  const outcomes = new Map<OpenInbound, Outcome>();
  const texts: InboundText[] = [];
  const owners = await findOwners(
    tx,
    callbacks.flatMap(({ content }) => content.to ?? []),
  );
  const away = await findOutOfReach(tx, [...owners.values()]);
  const awaited: AwaitedTeams = new Map();
  for (const callback of callbacks) {
    const text = readText(callback, owners);
    if (typeof text === "string") outcomes.set(callback, { outcome: text, teamId: null });
    else if (away.has(text.teamId)) awaited.set(callback.id, text.teamId);
    else texts.push(text);
  }

  const stored = await runInPlaces(tx, texts, storeTexts);
  for (const each of stored) for (const [callback, outcome] of each.outcomes) outcomes.set(callback, outcome);
  const now = stored.map((each) => each.now).reduce((a, b) => (a > b ? a : b));
  const closed = [...outcomes].map(([{ id }, outcome]) => ({ id, ...outcome }));
  await closeCallbacks(tx, closed, now);
  const sumOf = (name: "posts" | "leftOut") => stored.reduce((sum, each) => sum + each[name], 0);
  return { posts: sumOf("posts"), leftOut: sumOf("leftOut"), outcomes: closed.map(({ outcome }) => outcome), awaited };
}

type Outcome = { outcome: CallbackOutcome; teamId: string | null };

/**
 * Stores the texts that are not stored yet, and returns the outcomes of all.
 *
 * @param isApart whether an earlier run may have committed some of these texts without closing their callbacks
 */
async function storeTexts(
  tx: EntityManager,
  texts: InboundText[],
  isApart: boolean,
): Promise<{ outcomes: Map<OpenInbound, Outcome>; posts: number; leftOut: number; now: Timestamp }> {
  const outcomes = new Map<OpenInbound, Outcome>();
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
  const own = isApart && known.size > 0 ? await findOwn(tx, texts) : new Set();
  const fresh = texts.filter((text) => {
    const isNew = !known.has(keyOf(text));
    known.add(keyOf(text));
    const outcome = isNew || own.has(text.callback.id) ? "stored" : "duplicate";
    outcomes.set(text.callback, { outcome, teamId: text.teamId });
    return isNew;
  });

  const { received, consented, posts, leftOut } = await insertMessages(tx, fresh, now, listening);
  // At once, so that the feeds of teams are locked in one order.
  await recordEvents(tx, [...consented, ...receivedEventsOf(received, { now, listening })]);
  return { outcomes, posts, leftOut, now };
}

/** Finds the texts that are stored as the messages of their own callbacks, by the ids of the callbacks. */
async function findOwn(tx: EntityManager, texts: InboundText[]): Promise<Set<string>> {
  const asked = texts.map(({ teamId, callback: { id } }) => ({ teamId, id }));
  const { rows: found } = await sql<{ id: string }>`
    select m.id from ${rows("a", asked, { teamId: "uuid", id: "uuid" })}
    cross join lateral (select m.id from message m where m.team_id = a.team_id and m.id = a.id limit 1) m
  `.execute(queries(tx));
  return new Set(found.map(({ id }) => id));
}

/** Reads the text of a callback, or returns the outcome of a callback without a usable text. */
function readText(
  callback: OpenInbound,
  owners: Awaited<ReturnType<typeof findOwners>>,
): InboundText | "unreadable" | "unknown_number" {
  const { content } = callback;
  const { to } = content;
  const from = senderOf(content);
  if (from === null || to === null) return "unreadable";
  const owner = owners.get(to);
  if (!owner) return "unknown_number";
  return {
    callback,
    ...owner,
    from,
    to,
    providerId: callback.providerId ?? callback.id,
    text: content.text,
    media: withIds(content.media ?? []),
    said: saidIn(content),
    testMode: callback.testMode,
  };
}

/** Stores texts as messages, with their consents, posts and answers. Returns them, the events of consents, and the counts. */
async function insertMessages(
  tx: EntityManager,
  texts: InboundText[],
  now: Timestamp,
  listening: Set<string>,
): Promise<{ received: ReceivedText[]; consented: NewEvent[]; posts: number; leftOut: number }> {
  if (texts.length === 0) return { received: [], consented: [], posts: 0, leftOut: 0 };
  // The message has the callback's id, because a keyword's entry in the consent log names it before it is stored.
  const stored = texts.map((text) => ({ ...text, ...measureText(text.text), messageId: text.callback.id }));
  const positions = await storeMessages(
    tx,
    "inbound",
    stored.map(
      ({ teamId, messageId, businessNumberId, from, text, segments, encoding, media, testMode, providerId }) => ({
        teamId,
        id: messageId,
        businessNumberId,
        contactPhone: from,
        body: text,
        testMode,
        providerId,
        now,
        segments,
        encoding,
        media,
        status: "received",
      }),
    ),
  );
  await insertMedia(tx, stored, now);
  const received = stored.map((text, index) => {
    const { receivedAt } = text.callback;
    return { ...text, ...positions[index]!, receivedAt, optOut: text.said?.consent === "opted_out" };
  });
  const replies = await queueReplies(tx, received);
  const posts = received.flatMap(postOf);
  await queueDoorPosts(tx, posts);
  const consents = received.flatMap(consentOf);
  const superseded = await findSuperseded(
    tx,
    consents.map(({ occurredAt: sentAt, ...said }) => ({ ...said, sentAt })),
  );
  const consented = await storeConsents(
    tx,
    consents.filter((_, index) => !superseded.has(index)),
  );
  const { events, optedOut } = await openCases(tx, received.flatMap(unsaidOf), listening);
  const leftOut = await queueAutoReplies(tx, received.map(toAnswerable), optedOut, now);
  return { received, consented: [...consented, ...events], posts: replies + posts.length, leftOut };
}

/** The five minutes of an answer begin when the text was sent. */
const toAnswerable = (text: Received & { receivedAt: Timestamp }) => ({
  ...text,
  receivedAt: text.callback.content.sentAt ?? text.receivedAt,
});

/** A text that is stored as a message. */
type Received = InboundText & Segmentation & ThreadPosition & { messageId: string };

/** The post of a text to the address of its number, if the number has one. */
function postOf({ inboundWebhookUrl: url, said, ...text }: Received): NewDoorPost | [] {
  if (url === null) return [];
  const { teamId, messageId, threadId, testMode, from, to, text: words, segments } = text;
  const media = text.media.map(({ id, contentType }) => ({ id, contentType }));
  const about = { messageId, threadId, testMode, from, to };
  const consent = said?.consent ?? null;
  return { teamId, url, post: { type: "inbound", ...about, text: words, segments, media, consent } };
}

/** A text that is no keyword, which may still withdraw consent. */
function unsaidOf({ teamId, from, text, said, messageId, businessNumberId, callback }: Received): SuspectedText | [] {
  if (said) return [];
  const { sequence, receivedAt: now, signature, providerId } = callback;
  return { teamId, phone: from, text, messageId, businessNumberId, providerId, signature, sequence, now };
}

/** The consent of a keyword that did not take effect for its team when it was recorded. */
function consentOf({ teamId, from, said, messageId, callback }: Received): NewConsent | [] {
  if (!said || callback.teamId === teamId) return [];
  const { sequence, receivedAt: now, signature, providerId, content } = callback;
  return { ...said, teamId, phone: from, messageId, providerId, signature, sequence, now, occurredAt: content.sentAt };
}
