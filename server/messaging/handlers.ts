import type { AreaHandlers } from "../handlers.ts";
import type { E164 } from "../phone.ts";
import { presentSentText } from "./present.ts";
import { sendText } from "./send-text.ts";

/** Translates contract ↔ domain for the messaging area. Contains no rules. */
export const messaging: AreaHandlers<"messaging"> = {
  async sendText({ body }, scope) {
    const sent = await sendText(scope, {
      phone: body.phone_number as E164 | undefined,
      threadId: body.threadId,
      sender: body.sender,
      body: body.message,
      replyWebhookUrl: body.replyWebhookUrl ?? null,
      webhookData: body.webhookData ?? null,
    });
    return "stored" in sent ? presentSentText(sent.stored) : sent.answer;
  },
};
