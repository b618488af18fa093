/**
 * Texts whose content is discarded: the text and its files go to the carrier, and no record keeps them.
 *
 * Promises: a text that is sent at once is never stored with its content, so nothing has to be removed later. A text that waits
 * has its content until it is handed over or canceled.
 * Costs: a text that keeps its content has the same statement as before.
 */
import { sql } from "kysely";
import type { MessageMedia } from "../db/schema/entities/message.ts";

/** What a text says. */
interface Content {
  body: string;
  /** The attached files. Absent if there are none. */
  media?: MessageMedia[];
}

/** The content that is stored with a text once it is no longer needed to send it. */
export const keptContent = <Text extends Content>(
  text: Text & { discards?: boolean | null },
): Pick<Text, "body" | "media"> => (text.discards ? { body: "", media: [] } : text);

/** The part of an update of the texts `waiting` that cancels them. */
export const canceling = sql`status = 'canceled', body = case when waiting.discards then '' else waiting.body end,
  media = case when waiting.discards then '[]' else waiting.media end`;
