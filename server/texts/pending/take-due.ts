import type { BatchWork } from "../../db/commit/batch-work.ts";
import type { Result } from "../../db/commit/batcher.ts";
import type { EntityManager } from "../../db/orm.ts";
import type { Timestamp } from "../../db/timestamp.ts";
import { recordCanceledEvents } from "../../events/canceled-events.ts";
import { type CheckedKeys, checkKeys, findLicensed } from "../../keys/usable-keys.ts";
import { allRights, type KeyRights } from "../../operations/key-rights.ts";
import type { FileMeans } from "../../operations/scope.ts";
import type { Provider } from "../../provider/provider.ts";
import { keptContent } from "../discard.ts";
import { carrierRefusal, idsOf } from "../files/attach.ts";
import { findFiles, type UsableFile } from "../files/use-files.ts";
import { findQuiet } from "../quiet-hours/find-quiet.ts";
import { textRecording } from "../record-texts.ts";
import type { Recorded } from "../text-kind.ts";
import type { NewText, StoredText } from "../texts.ts";
import { countHandedOver } from "./campaigns.ts";
import { type CarrierOf, findInLine } from "./lines.ts";
import type { CancelCode, PendingText } from "./pending-text.ts";
import { type DueText, insertPending, takeScheduled } from "./store-pending.ts";

/** A text that is a message now, and has to be handed to the provider. */
export interface TakenText {
  text: NewText;
  recorded: Extract<Recorded<StoredText>, { kind: "stored" }>;
}

/**
 * Makes the work that turns due texts into messages with the same ids. One transaction deletes the waiting text and records it as
 * a new text is recorded. All rules are checked again, and a text that they refuse is canceled. A text in quiet hours waits
 * for their end, unless it expires before, and a text of a number with a pace waits in the line of the number. The result of a text
 * that this process need not send is undefined.
 *
 * The work has no way for a lost connection. A second run finds no row if the first one has committed. The text then has a
 * message without the provider's id, and its outcome stays unknown.
 */
export const takingDue = (carrierOf: CarrierOf, files: FileMeans): BatchWork<DueText, TakenText | undefined> => ({
  async run(tx, due) {
    const taken = await takeScheduled(tx, due);
    if (taken.length === 0) return due.map(() => ({ ok: true, value: undefined }));
    const sent = await turnIntoMessages(tx, taken, carrierOf, files);
    return due.map(({ id }): Result<TakenText | undefined> => ({ ok: true, value: sent.get(id) }));
  },
});

/** Turns texts that have left the table into messages, and puts the others back. Returns the messages by their ids. */
export async function turnIntoMessages(
  tx: EntityManager,
  taken: PendingText[],
  carrierOf: CarrierOf,
  files: FileMeans,
): Promise<Map<string, TakenText>> {
  const { sent, left, now } = await recordTaken(tx, taken, carrierOf, files);
  await insertPending(tx, left);
  await countHandedOver(
    tx,
    taken.filter(({ id }) => sent.has(id)),
    now,
  );
  await recordCanceledEvents(
    tx,
    left.filter(({ status }) => status === "canceled"),
  );
  return sent;
}

/** What became of waiting texts whose time has come. */
interface RecordedTexts {
  /** The texts that are messages now, by their ids. */
  sent: Map<string, TakenText>;
  /** The others: canceled, or waiting on: for the end of quiet hours, or in line. */
  left: PendingText[];
  now: Timestamp;
}

/** Records waiting texts as messages, unless a rule refuses them. Leaves their rows in the table of waiting texts alone. */
export async function recordTaken(
  tx: EntityManager,
  taken: PendingText[],
  carrierOf: CarrierOf,
  files: FileMeans,
): Promise<RecordedTexts> {
  const keyIds = new Set(taken.flatMap(({ apiKeyId }) => apiKeyId ?? []));
  const keys = await checkKeys(tx, [...keyIds], "sendMessage");
  const found = await findFiles(tx, taken.flatMap(filesOf));
  const licensed = await findLicensed(
    tx,
    taken.flatMap(({ teamId, autoReply }) => (autoReply === null ? [] : teamId)),
  );
  const means = { keys, licensed, files, found };
  const plans = taken.map((text) => planOf(text, { ...means, carrier: carrierOf(text.testMode) }));
  const kept = await findKeptByQuietHours(tx, taken, plans);
  const ready = taken.filter(({ id }, index) => typeof plans[index] !== "string" && !kept.has(id));
  for (const text of await findInLine(tx, carrierOf, ready, keys.now)) kept.set(text.id, text);
  const left = [...kept.values()];
  const texts = plans.flatMap((plan) => (typeof plan === "string" || kept.has(plan.id) ? [] : plan));
  const recorded = await recordById(tx, texts);
  const sent = new Map<string, TakenText>();
  for (const [index, pending] of taken.entries()) {
    if (kept.has(pending.id)) continue;
    const plan = plans[index]!;
    const result = typeof plan === "string" ? plan : recorded.get(plan.id)!;
    if (typeof result === "string") left.push(canceled(pending, result, keys.now));
    else sent.set(pending.id, { text: plan as NewText, recorded: withCallback(result, pending) });
  }
  return { sent, left, now: keys.now };
}

const filesOf = ({ teamId, media }: PendingText) => idsOf(media).map((id) => ({ teamId, id }));

/** What decides about a text: its key or the license of its team, and its files. */
interface Deciding {
  keys: CheckedKeys;
  /** The teams of automatic replies that are licensed. */
  licensed: Set<string>;
  carrier: Provider;
  files: FileMeans;
  found: Map<string, UsableFile>;
}

/** The text as a new one, with what may be sent now, or the code that cancels it. */
function planOf(
  { phoneNumber, threadId, businessNumberId, expiresAt, media, ...text }: PendingText,
  { keys, licensed, carrier, files, found }: Deciding,
): NewText | CancelCode {
  const { now } = keys;
  if (expiresAt !== null && expiresAt <= now) return "expired";
  const rights = rightsOf(text, keys, licensed);
  if (typeof rights === "string") return rights;
  if (!idsOf(media).every((id) => found.has(id))) return "media_not_found";
  const refusal = carrierRefusal(media, carrier, files);
  if (refusal) return refusal.code;
  return {
    ...text,
    ...(media.length > 0 && { media }),
    // A confirmation goes to a phone that has just opted out, and help to any.
    ignoresOptOut: text.autoReply === "optOut" || text.autoReply === "help",
    // The thread decides the phone and the number of a reply.
    phone: threadId === null ? phoneNumber : undefined,
    threadId: threadId ?? undefined,
    sender: threadId === null ? (businessNumberId ?? undefined) : undefined,
    rights,
    foresee: carrier.foresee,
    // Its number may get a pace now. A text that has waited is not refused for that.
    startAt: 0,
    now,
    claim: undefined,
  };
}

/** What the key of a text may do now; of an automatic reply, what its team may. */
function rightsOf(
  { apiKeyId, autoReply, teamId, testMode }: Pick<PendingText, "apiKeyId" | "autoReply" | "teamId" | "testMode">,
  keys: CheckedKeys,
  licensed: Set<string>,
): KeyRights | CancelCode {
  if (autoReply !== null) return testMode || licensed.has(teamId) ? allRights : "license_inactive";
  return apiKeyId === null ? "key_revoked" : keys.rightsOf(apiKeyId, testMode);
}

/** The texts whose time has become quiet, by their ids: they wait on for the end of the quiet hours, or are canceled. */
async function findKeptByQuietHours(
  tx: EntityManager,
  taken: PendingText[],
  plans: (NewText | CancelCode)[],
): Promise<Map<string, PendingText>> {
  const asked = taken.flatMap((text, index) => {
    const plan = plans[index]!;
    if (typeof plan === "string" || text.ignoresQuietHours || !plan.rights.quietHours) return [];
    return { ...text, phone: text.phoneNumber, at: plan.now, quietHours: plan.rights.quietHours };
  });
  const quiet = await findQuiet(tx, asked);
  return new Map(
    asked.flatMap(({ phone: _, at, quietHours: __, ...text }, index) => {
      const sendAt = quiet[index]?.nextAllowedAt;
      if (sendAt === undefined) return [];
      const isTooLate = text.expiresAt !== null && text.expiresAt <= sendAt;
      const kept = isTooLate ? canceled(text, "quiet_hours", at) : { ...text, ...untilThen, sendAt, updatedAt: at };
      return [[text.id, kept]];
    }),
  );
}

const untilThen = { isQuiet: true, lineNumberId: null };

/** No request is answered with the refusal of a text that has waited, so that it is posted. */
function withCallback(recorded: TakenText["recorded"], { statusCallback }: PendingText): TakenText["recorded"] {
  return { ...recorded, stored: { ...recorded.stored, statusCallback } };
}

/** Records texts, and returns what became of each by its id: its message, or the code that refuses it. */
async function recordById(
  tx: EntityManager,
  texts: NewText[],
): Promise<Map<string, TakenText["recorded"] | CancelCode>> {
  if (texts.length === 0) return new Map();
  const results = await textRecording.run(tx, texts);
  return new Map(
    results.map((result, index) => {
      if (!result.ok) throw result.error;
      const { value } = result;
      if (value.kind === "taken") throw new Error(`A text without a key is taken: ${texts[index]!.id}`);
      return [texts[index]!.id, value.kind === "stored" ? value : value.error.code];
    }),
  );
}

const canceled = (text: PendingText, errorCode: CancelCode, now: Timestamp): PendingText => ({
  ...text,
  ...keptContent(text),
  status: "canceled",
  errorCode,
  updatedAt: now,
});
