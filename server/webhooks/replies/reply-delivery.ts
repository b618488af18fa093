import type { MessageReceived } from "../../../generated/api.ts";
import type { Timestamp } from "../../db/timestamp.ts";

/** An inbound message that the current transaction stores. */
export interface ReceivedMessage {
  teamId: string;
  threadId: string;
  messageId: string;
  from: string;
  to: string;
  text: string;
  createdAt: Timestamp;
  /** Whether the simulated carrier received it for a text of test mode. */
  testMode: boolean;
  /** Whether the message opts its sender out. */
  optOut: boolean;
}

/** The text that a message replies to: the newest text of its thread with a `replyWebhookUrl`. */
export interface RepliedText {
  textId: string;
  webhookData: string | null;
  url: string;
}

/** The payload of a delivery: the event `message.received` of the contract. */
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
