import type { AutoReply } from "../db/schema/entities/business-number.ts";
import type { MessageMedia } from "../db/schema/entities/message.ts";
import type { Timestamp } from "../db/timestamp.ts";
import type { E164 } from "../phone.ts";
import type { Segmentation } from "./segments.ts";
import type { NewTextBase, StoredTextBase } from "./text-kind.ts";

/** The destination of a text: a phone, a thread, or both, which must then agree. */
export interface Destination {
  phone: E164 | undefined;
  threadId: string | undefined;
  /** The name, phone or id of a business number; used only without a thread. */
  sender: string | undefined;
}

/** A text that is to be sent. */
export interface NewText extends NewTextBase, Destination, Segmentation {
  body: string;
  replyWebhookUrl: string | null;
  webhookData: string | null;
  /** The address that a door posts its statuses to. */
  statusCallback?: string | null;
  /** The attached files. Absent if there are none. */
  media?: MessageMedia[];
  /** What it answers, if it is an automatic reply. */
  autoReply?: AutoReply | null;
  /** Whether the text is sent although its recipient has opted out. Only automatic replies are. */
  ignoresOptOut?: boolean;
  /** Whether its content is discarded once it is handed over. */
  discards?: boolean | null;
  /** Whether quiet hours count for the text once it is approved, if it waits for that. */
  ignoresQuietHours?: boolean;
}

/** A text whose message is stored, as it is stored. */
export interface StoredText extends StoredTextBase, Segmentation {
  threadId: string;
  from: E164;
  to: E164;
  body: string;
  testMode: boolean;
  createdAt: Timestamp;
  /** The attached files. Absent if there are none. */
  media?: MessageMedia[];
  /** Whether its content was discarded, so that it has none. */
  discards?: boolean | null;
}
