import type { SentText } from "../../generated/api.ts";
import { newId } from "../db/schema/ids.ts";
import type { OnceAnswer } from "../operations/handlers.ts";
import type { Scope } from "../operations/scope.ts";
import { holdText } from "./approvals/hold-text.ts";
import { addressesOf } from "./files/attach.ts";
import { findText } from "./find-texts.ts";
import { ofRequest } from "./of-request.ts";
import { presentHeldText } from "./pending/present.ts";
import { isWhole, type KeptText, type KeptWhole, presentKept, presentSentText } from "./present.ts";
import { textRecording } from "./record-texts.ts";
import { measureText } from "./segments.ts";
import { send } from "./send.ts";
import { textSettling } from "./settle-texts.ts";
import type { TextKind } from "./text-kind.ts";
import type { Destination, NewText, StoredText } from "./texts.ts";

export interface TextToSend extends Destination {
  body: string;
  replyWebhookUrl: string | null;
  webhookData: string | null;
  /** The address that a door posts its statuses to. */
  statusCallback?: string | null;
  /** Whether its content is discarded once it is handed over. */
  discards?: boolean;
}

/**
 * Sends one text, which becomes a message of its thread even if the provider refuses it. A text that its key holds waits
 * for an approval.
 *
 * @throws rate_limited for a text that would wait beyond the limits; thread_not_found, invalid_thread, invalid_phone,
 *   invalid_sender, sending_number_not_resolved, recipient_opted_out, recipient_not_allowed, budget_exceeded,
 *   message_failed, idempotency_key_mismatch, idempotency_in_progress
 * @see docs/decisions.md, Sending
 */
export function sendText(scope: Scope, text: TextToSend): Promise<OnceAnswer<SentText>> {
  return send(scope, message, { ...text, ...measureText(text.body), ...ofRequest(scope), id: newId() });
}

/** A message of a thread, for every operation that sends one. */
export const messageOfThread: Omit<TextKind<NewText, StoredText, unknown>, "hold" | "present" | "replay"> = {
  record: textRecording,
  outbound: ({ id, teamId, from, to, encoding }, { body, segments, media }, means) => ({
    kind: "text",
    id,
    teamId,
    from,
    to,
    body,
    segments,
    encoding,
    ...(media && { mediaUrls: addressesOf(media, teamId, means) }),
  }),
  settle: textSettling,
  idsOf: ({ id, threadId }) => ({ textId: id, threadId }),
};

const isHeld = (answer: unknown): answer is SentText => (answer as Partial<SentText> | undefined)?.status === "held";

const message: TextKind<NewText, StoredText, SentText> = {
  ...messageOfThread,
  hold: (scope, text) => holdText(scope, text, true, { presentWaiting: presentHeldText, replay: message.replay }),
  present: presentSentText,
  async replay(em, teamId, id, kept) {
    const answer: KeptText | KeptWhole | undefined = kept === undefined ? undefined : JSON.parse(kept);
    // The text waited, and its claim has committed with the whole answer.
    if (isHeld(answer)) return answer;
    const stored = await findText(em, teamId, id);
    // The text was deleted since.
    if (!stored) return isWhole(answer) ? answer : undefined;
    return answer === undefined ? presentSentText(stored) : presentKept(answer, stored);
  },
};
