import type { MessageRecord, SentMessage } from "../../generated/api.ts";
import { queries } from "../db/orm.ts";
import { newId, newIdAt } from "../db/schema/ids.ts";
import type { ApiError } from "../errors.ts";
import type { OnceAnswer } from "../operations/handlers.ts";
import type { SendingScope } from "../operations/scope.ts";
import { explainOptOut } from "../opt-outs/explain-opt-out.ts";
import { presentMedia } from "../threads/present.ts";
import { findHold } from "./approvals/find-hold.ts";
import { holdText } from "./approvals/hold-text.ts";
import { presentRecord } from "./look-up/present.ts";
import { readWhole } from "./look-up/records.ts";
import { ofRequest } from "./of-request.ts";
import { findPending, type WaitingText } from "./pending/find-pending.ts";
import { letWait } from "./pending/let-wait.ts";
import { presentPending } from "./pending/present.ts";
import { type MessageToSend, planMessage } from "./plan-message.ts";
import { isWhole, type KeptText, type KeptWhole } from "./present.ts";
import { findReplay, send } from "./send.ts";
import { messageOfThread } from "./send-text.ts";
import type { TextKind } from "./text-kind.ts";
import type { NewText, StoredText } from "./texts.ts";

/**
 * Sends a text at once, or stores it until its time comes. A text that its key holds waits for an approval first.
 *
 * @throws media_not_found, media_not_stored, media_not_supported, too_many_segments, invalid_send_at, quiet_hours,
 *   validation_error for `expiresAt`, `campaign` and `mediaIds`, and the codes of `sendText`
 */
export async function sendMessage(scope: SendingScope, message: MessageToSend): Promise<OnceAnswer<SentMessage>> {
  const { rights, now, provider } = scope;
  const plan = await planMessage(scope, message);
  const { segments, encoding, media, quiet, refusals } = plan;
  if (refusals[0]) return replayOrRefuse(scope, refusals[0]);
  const waits = message.waitsForTurn && rights.hold === "none" && provider.paces?.size;
  const sendAt = plan.sendAt ?? (waits ? now : undefined);
  const request = { ...message, ...ofRequest(scope), discards: message.discards || null, segments, encoding };
  if (sendAt === undefined) {
    const attached = media.length > 0 && { media };
    return send(scope, messageWithRecord, { ...request, ...attached, id: newId() });
  }
  const { statusCallback = null, expiresAt = null, campaign = null } = message;
  const waiting = { media, sendAt, expiresAt, campaign, statusCallback, isQuiet: quiet !== undefined };
  const later = { ...request, ...waiting, id: newIdAt(sendAt) };
  const reason = await findHold(scope, later);
  return letWait(scope, later, reason && { reason, hasThread: false }, waitingAnswers);
}

/** Answers a text that is not stored: as the first request with the same key, even if it would now be refused. */
async function replayOrRefuse(scope: SendingScope, error: ApiError): Promise<OnceAnswer<SentMessage>> {
  const replay = await findReplay(scope, messageWithRecord);
  if (replay) return replay;
  throw await explainOptOut(scope, error);
}

export const sent = (message: MessageRecord): SentMessage => ({ success: true, message });

/** A message of a thread, for an answer with its record. */
export const messageWithRecord: TextKind<NewText, StoredText, SentMessage> = {
  ...messageOfThread,
  hold: (scope, text) => holdText(scope, text, false, waitingAnswers),
  present: ({ from, to, deliveryStatus, media = [], ...text }) =>
    sent(
      presentRecord({
        discards: null,
        ...text,
        direction: "outbound",
        businessPhone: from,
        contactPhone: to,
        status: deliveryStatus,
        errorCode: null,
        media,
      }),
    ),
  async replay(em, teamId, id, kept) {
    const answer: KeptText | KeptWhole | SentMessage | undefined = kept === undefined ? undefined : JSON.parse(kept);
    // A text that waits can become a message between the two reads.
    const pending = await findPending(em, teamId, id);
    const [stored] = await readWhole(queries(em), teamId, [id]);
    // The text waited, and its claim has committed with the answer. A text that was redacted or deleted since is empty.
    if (answer && "message" in answer) {
      const { body = "", media = [] } = pending ?? stored ?? {};
      return sent({ ...answer.message, body, media: media.map(presentMedia) });
    }
    if (!stored) return isWhole(answer) ? sent(presentDeleted(answer)) : undefined;
    if (!answer) return sent(presentRecord(stored));
    return sent(presentRecord({ ...stored, status: answer.status, errorCode: null }));
  },
};

/** The record of a text that was deleted, from the kept answer to its request. */
const presentDeleted = ({ textId: id, from: businessPhone, to: contactPhone, success: _, ...text }: KeptWhole) =>
  presentRecord({
    ...text,
    ...{ id, businessPhone, contactPhone, body: "", media: [], errorCode: null, discards: null },
    direction: "outbound",
  });

/** A text that waits has no thread, unless it was written within one. */
const waitingAnswers = {
  presentWaiting: (text: WaitingText) => sent(presentPending(text)),
  replay: messageWithRecord.replay,
};
