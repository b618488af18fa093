import type { MessageMedia } from "../../db/schema/entities/message.ts";
import { type Ask, type Json, listOf, textOf } from "../ask.ts";
import type { ListedText, TextHistory } from "../history.ts";
import { nextPageOf, openTwilio, type TwilioSettings } from "./account.ts";
import { statusOf } from "./callbacks.ts";

/** Twilio's maximum is 1,000. */
const pageSize = 500;

/**
 * Lists the texts of an account by the day that Twilio sent or received them. A condition on one day has one meaning in
 * Twilio's documents, and a span has two. What its own service read in a text beyond the keywords (`OptOutType`) is in
 * callbacks only.
 *
 * @see https://www.twilio.com/docs/messaging/api/message-resource#read-multiple-message-resources
 */
export function openTwilioHistory(settings: TwilioSettings): TextHistory {
  const { ask, root } = openTwilio(settings);
  return {
    async listDay(day, page = `${root}/Messages.json?DateSent=${day}&PageSize=${pageSize}`) {
      const answer = await ask(page);
      const texts = listOf(answer.messages).map((message) => textIn(message, ask, settings.baseUrl));
      return { texts, next: nextPageOf(answer) };
    },
  };
}

function textIn(message: Json, ask: Ask, baseUrl: string): ListedText {
  const { sid, direction, date_sent: sent, date_created: created, error_code: code } = message;
  const [from, to] = [textOf(message.from), textOf(message.to)];
  return {
    id: textOf(sid),
    direction: direction === "inbound" ? "inbound" : "outbound",
    from,
    to,
    at: Date.parse(textOf(sent) || textOf(created)),
    status: statusOf(textOf(message.status)),
    ...(code != null && { errorCode: String(code) }),
    async read() {
      const media = Number(message.num_media) > 0 ? await readMedia(message, ask, baseUrl) : [];
      return { from: from || null, to: to || null, text: textOf(message.body), ...(media.length > 0 && { media }) };
    },
  };
}

/** The files of a text, with the addresses that callbacks name. */
async function readMedia({ subresource_uris: paths }: Json, ask: Ask, baseUrl: string): Promise<MessageMedia[]> {
  const path = textOf(Object(paths).media);
  const { media_list: files } = await ask(path);
  return listOf(files).map(({ uri, content_type: contentType }) => ({
    url: baseUrl + textOf(uri).replace(/\.json$/, ""),
    contentType: textOf(contentType) || null,
  }));
}
