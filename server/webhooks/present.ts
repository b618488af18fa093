import type { MessageReceived } from "../../generated/api.ts";
import type { ReceivedMessage, RepliedText } from "./replies.ts";

export function presentReply(message: ReceivedMessage, { textId, webhookData }: RepliedText): MessageReceived {
  return {
    type: "message.received",
    timestamp: message.createdAt,
    textId,
    fromNumber: message.from,
    toNumber: message.to,
    text: message.text,
    data: webhookData,
    webhookData,
    threadId: message.threadId,
    messageId: message.messageId,
    optOut: message.optOut,
  };
}
