import { parseTimestamp } from "../db/timestamp.ts";
import type { AreaHandlers } from "../operations/handlers.ts";
import type { E164 } from "../phone.ts";
import { presentRecord } from "./look-up/present.ts";
import { getRecord } from "./look-up/records.ts";
import { searchMessages } from "./look-up/search.ts";
import { sendText } from "./send-text.ts";

/** Translates contract ↔ domain for the messaging area. Contains no rules. */
export const messaging: AreaHandlers<"messaging"> = {
  sendText({ body }, scope) {
    return sendText(scope, {
      phone: body.phone_number as E164 | undefined,
      threadId: body.threadId,
      sender: body.sender,
      body: body.message,
      replyWebhookUrl: body.replyWebhookUrl ?? null,
      webhookData: body.webhookData ?? null,
    });
  },
};

/** Translates contract ↔ domain for the messages area. Contains no rules. */
export const messages: AreaHandlers<"messages"> = {
  async listMessages({ query: { phone, direction, status, since, until, ...page } }, scope) {
    const filter = { phone, direction, status, since: timeOf(since), until: timeOf(until) };
    const { rows, hasMore, nextCursor, end } = await searchMessages(scope, filter, page);
    return { messages: rows.map(presentRecord), hasMore, nextCursor, searchedBack: end?.createdAt ?? null };
  },

  async getMessage({ path }, scope) {
    return presentRecord(await getRecord(scope, path.id));
  },
};

const timeOf = (time: string | undefined) => (time === undefined ? undefined : parseTimestamp(time)!);
