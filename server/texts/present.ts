import type { SentText } from "../../generated/api.ts";
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
