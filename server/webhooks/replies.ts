import type { Timestamp } from "../db/timestamp.ts";

/** An inbound message that is stored in the transaction at hand. */
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
  /** Whether its sender opts out with it. */
  optOut: boolean;
}

/** The text that a message is a reply to: the newest of its thread that gave an address for replies. */
export interface RepliedText {
  textId: string;
  webhookData: string | null;
  url: string;
}
