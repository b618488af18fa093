import type { SentMessage, SentText } from "../../generated/api.ts";
import type { DeliveryStatus } from "../db/schema/entities/message.ts";
import type { StoredText } from "./texts.ts";

export function presentSentText(text: StoredText): SentText {
  return {
    success: true,
    textId: text.id,
    threadId: text.threadId,
    status: text.deliveryStatus,
    from: text.from,
    to: text.to,
    segments: text.segments,
    encoding: text.encoding,
    testMode: text.testMode,
    createdAt: text.createdAt,
  };
}

/** The part of an answer that is kept for its Idempotency-Key, because it may change. The message has the rest. */
export interface KeptText {
  status: DeliveryStatus;
}

/** The answer as it was first given: the stored text with the status that it had then. */
export const presentKept = ({ status }: KeptText, text: StoredText): SentText =>
  presentSentText({ ...text, deliveryStatus: status });

/** The whole answer to a text that was sent at once, as it is kept. */
export type KeptWhole = SentText & KeptText;

/** Whether the whole answer to a text that was sent at once is kept. */
export const isWhole = (kept: KeptText | KeptWhole | undefined): kept is KeptWhole =>
  kept !== undefined && "textId" in kept;

/**
 * Makes the answer to keep for a text whose row is about to be deleted, from what was kept before, if anything. The answer to a
 * text that waited is kept as a whole, too, in its own shape.
 */
export function wholeAnswerOf(kept: string | null, text: StoredText): string {
  if (kept === null) return JSON.stringify(presentSentText(text));
  const answer: KeptText | KeptWhole | SentMessage = JSON.parse(kept);
  return "message" in answer || isWhole(answer) ? kept : JSON.stringify(presentKept(answer, text));
}
