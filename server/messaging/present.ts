import type { SentText } from "../../generated/api.ts";
import type { StoredText } from "./texts.ts";

export function presentSentText(text: StoredText): SentText {
  return {
    success: true,
    textId: text.id,
    threadId: text.threadId,
    status: text.status,
    from: text.from,
    to: text.to,
    segments: text.segments,
    encoding: text.encoding,
    testMode: text.testMode,
    createdAt: text.createdAt,
  };
}

/** What has to be kept of an answer for its Idempotency-Key, because it may change. The message tells the rest. */
export type KeptText = Pick<SentText, "status">;

/** The answer of then to a text that is stored like this by now. */
export const presentKept = ({ status }: KeptText, text: StoredText): SentText => presentSentText({ ...text, status });
