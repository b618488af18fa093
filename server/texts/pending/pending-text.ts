import type { AutoReply } from "../../db/schema/entities/business-number.ts";
import type { MessageMedia } from "../../db/schema/entities/message.ts";
import type { PendingStatus } from "../../db/schema/entities/pending-message.ts";
import { columnName } from "../../db/sql/rows.ts";
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

/** The one list of the columns of the table, with their types; see `rows`. */
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
} as const satisfies Record<keyof PendingText, unknown>;

/** A row of the table, by the names of its columns. */
export type PendingRow = Record<string, unknown>;

const columns = Object.entries(pendingColumns).map(([name, type]) => ({
  name,
  column: columnName(name),
  isTime: type === "timestamptz",
}));

/** Reads a row of the table. */
export const pendingTextOf = (row: PendingRow): PendingText =>
  Object.fromEntries(
    columns.map(({ name, column, isTime }) => {
      const value = row[column];
      return [name, isTime && value !== null ? fromPostgres(value as string) : value];
    }),
  ) as unknown as PendingText;
