import type { MessageStatus } from "../db/entities/message.ts";
import type { Timestamp } from "../db/timestamp.ts";
import type { Claim } from "../idempotency/claims.ts";
import type { E164 } from "../phone.ts";
import type { Provider } from "../provider/provider.ts";
import type { Segmentation } from "../segments.ts";

/** Where a text is to go: to a phone, or within a thread. Both: they must agree. */
export interface Destination {
  phone: E164 | undefined;
  threadId: string | undefined;
  /** A business number's name, phone or id; only without a thread. */
  sender: string | undefined;
}

/** A text that somebody asked to send. */
export interface NewText extends Destination, Segmentation {
  /** The id of its message, made before anything is stored. */
  id: string;
  teamId: string;
  testMode: boolean;
  body: string;
  replyWebhookUrl: string | null;
  webhookData: string | null;
  now: Timestamp;
  claim: Claim | undefined;
  foresee: Provider["foresee"];
}

/** A text whose message is stored. */
export interface StoredText extends Segmentation {
  id: string;
  teamId: string;
  threadId: string;
  from: E164;
  to: E164;
  body: string;
  status: MessageStatus;
  testMode: boolean;
  createdAt: Timestamp;
}
