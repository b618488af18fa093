import type { SentText } from "../../generated/api.ts";
import type { Timestamp } from "../db/timestamp.ts";
import type { E164 } from "../phone.ts";
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

/** What the database finds for a text when it stores it, and what never changes afterwards. */
type Found = "threadId" | "from" | "createdAt";

/** The answer to a text before it is stored, with nothing in the place of what will be found. */
export const presentUnplaced = (text: Omit<StoredText, Found>): SentText =>
  presentSentText({ ...text, threadId: "", from: "" as E164, createdAt: "" as Timestamp });

/** Such an answer, or one that tells it already, with what was found. */
export const place = (answer: SentText, { threadId, from, createdAt }: Pick<StoredText, Found>): SentText => ({
  ...answer,
  threadId,
  from,
  createdAt,
});
