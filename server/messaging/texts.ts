import type { MessageStatus } from "../db/entities/message.ts";
import type { Timestamp } from "../db/timestamp.ts";
import type { Claim } from "../idempotency/claims.ts";
import type { E164 } from "../phone.ts";
import type { Provider } from "../provider/provider.ts";
import type { Segmentation } from "../segments.ts";

/** The destination of a text: a phone, a thread, or both, which must then agree. */
export interface Destination {
  phone: E164 | undefined;
  threadId: string | undefined;
  /** The name, phone or id of a business number; used only without a thread. */
  sender: string | undefined;
}

/** A text that is to be sent. */
export interface NewText extends Destination, Segmentation {
  /** The id of its message, made before the message is stored. */
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
