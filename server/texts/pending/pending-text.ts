import type { AutoReply } from "../../db/schema/entities/business-number.ts";
import type { Encoding, MessageMedia } from "../../db/schema/entities/message.ts";
import type { PendingStatus } from "../../db/schema/entities/pending-message.ts";
import { fromPostgres, type Timestamp } from "../../db/timestamp.ts";
import type { ErrorCode } from "../../errors.ts";
import type { E164 } from "../../phone.ts";
import type { Segmentation } from "../segments.ts";

/** A text that waits, or that was canceled before it was handed over. */
export interface PendingText extends Segmentation {
  id: string;
  teamId: string;
  /** The key that asked for it; null for an automatic reply. */
  apiKeyId: string | null;
  /** What it answers, if it is an automatic reply. */
  autoReply: AutoReply | null;
  testMode: boolean;
  /** The thread that it is a reply within; null for a text to a phone. */
  threadId: string | null;
  /** The sending number; null if the rules decide it at the hand-over. */
  businessNumberId: string | null;
  /** The number at whose pace it waits for a turn, once its time has come. */
  lineNumberId: string | null;
  phoneNumber: E164;
  body: string;
  /** The attached files. */
  media: MessageMedia[];
  replyWebhookUrl: string | null;
  webhookData: string | null;
  /** The address that a door posts its statuses to. */
  statusCallback: string | null;
  status: PendingStatus;
  sendAt: Timestamp | null;
  /** The time after which it is not handed over. */
  expiresAt: Timestamp | null;
  /** Why the server canceled it. */
  errorCode: string | null;
  ignoresQuietHours: boolean;
  /** Whether it waits for the end of quiet hours. */
  isQuiet: boolean;
  campaign: string | null;
  /** Whether its content is discarded once it is handed over or canceled. */
  discards: boolean | null;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

/**
 * Why a text was canceled when its time had come: a rule refused it, its key is no longer valid, or it came too late. Or
 * nobody approved it.
 */
export type CancelCode = ErrorCode | "key_revoked" | "expired" | "approval_rejected" | "approval_expired";

/** The columns of the table, with their types; see `rows`. */
export const pendingColumns = {
  teamId: "uuid",
  id: "uuid",
  apiKeyId: "uuid",
  testMode: "boolean",
  threadId: "uuid",
  businessNumberId: "uuid",
  lineNumberId: "uuid",
  phoneNumber: "text",
  body: "text",
  segments: "int",
  encoding: "text",
  replyWebhookUrl: "text",
  webhookData: "text",
  statusCallback: "text",
  status: "text",
  sendAt: "timestamptz",
  expiresAt: "timestamptz",
  errorCode: "text",
  ignoresQuietHours: "boolean",
  isQuiet: "boolean",
  campaign: "text",
  media: ["jsonb", ({ media }: PendingText) => JSON.stringify(media)],
  autoReply: "text",
  discards: "boolean",
  createdAt: "timestamptz",
  updatedAt: "timestamptz",
} as const;

/** A row of the table. */
export interface PendingRow {
  team_id: string;
  id: string;
  api_key_id: string | null;
  auto_reply: AutoReply | null;
  test_mode: boolean;
  thread_id: string | null;
  business_number_id: string | null;
  line_number_id: string | null;
  phone_number: E164;
  body: string;
  segments: number;
  encoding: Encoding;
  reply_webhook_url: string | null;
  webhook_data: string | null;
  status_callback: string | null;
  status: PendingStatus;
  send_at: string | null;
  expires_at: string | null;
  error_code: string | null;
  ignores_quiet_hours: boolean;
  is_quiet: boolean;
  campaign: string | null;
  media: MessageMedia[];
  discards: boolean | null;
  created_at: string;
  updated_at: string;
}

const timeOf = (text: string | null): Timestamp | null => (text === null ? null : fromPostgres(text));

export const pendingTextOf = (row: PendingRow): PendingText => ({
  teamId: row.team_id,
  id: row.id,
  apiKeyId: row.api_key_id,
  autoReply: row.auto_reply,
  testMode: row.test_mode,
  threadId: row.thread_id,
  businessNumberId: row.business_number_id,
  lineNumberId: row.line_number_id,
  phoneNumber: row.phone_number,
  body: row.body,
  segments: row.segments,
  encoding: row.encoding,
  replyWebhookUrl: row.reply_webhook_url,
  webhookData: row.webhook_data,
  statusCallback: row.status_callback,
  status: row.status,
  sendAt: timeOf(row.send_at),
  expiresAt: timeOf(row.expires_at),
  errorCode: row.error_code,
  ignoresQuietHours: row.ignores_quiet_hours,
  isQuiet: row.is_quiet,
  campaign: row.campaign,
  media: row.media,
  discards: row.discards,
  createdAt: fromPostgres(row.created_at),
  updatedAt: fromPostgres(row.updated_at),
});
