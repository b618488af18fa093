import type { SentText } from "../../generated/api.ts";
import { measureText, type StoredText } from "./texts.ts";

export function presentSentText(text: StoredText): SentText {
  return {
    success: true,
    textId: text.id,
    threadId: text.threadId,
    status: text.status,
    from: text.from,
    to: text.to,
    ...measureText(text.body),
    testMode: text.testMode,
    createdAt: text.createdAt,
  };
}
