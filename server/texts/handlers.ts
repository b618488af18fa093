import type { AreaHandlers } from "../operations/handlers.ts";
import type { E164 } from "../phone.ts";
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
