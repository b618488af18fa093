import { defineEntity, p } from "@mikro-orm/core";
import { indexOf, tenantIdentity, timestamp, writeTimes } from "../columns.ts";
import type { AutoReply } from "./business-number.ts";
import type { Encoding, MessageMedia } from "./message.ts";

/** The statuses of a text that waits. */
export const pendingStatuses = ["held", "scheduled", "canceled"] as const;

/** `held`: it waits for a person. `scheduled`: it waits for its time. `canceled`: it will not be sent. */
export type PendingStatus = (typeof pendingStatuses)[number];

const PendingMessageSchema = defineEntity({
  name: "PendingMessage",
  tableName: "pending_message",
  properties: {
    ...tenantIdentity,
    apiKeyId: p.uuid().nullable(),
    testMode: p.boolean(),
    threadId: p.uuid().nullable(),
    businessNumberId: p.uuid().nullable(),
    lineNumberId: p.uuid().nullable(),
    phoneNumber: p.string().length(16),
    body: p.text(),
    segments: p.integer(),
    encoding: p.text().$type<Encoding>(),
    replyWebhookUrl: p.text().nullable(),
    webhookData: p.string().length(100).nullable(),
    statusCallback: p.text().nullable(),
    status: p.enum(pendingStatuses),
    sendAt: timestamp().nullable(),
    expiresAt: timestamp().nullable(),
    errorCode: p.string().length(64).nullable(),
    ignoresQuietHours: p.boolean().default(false),
    isQuiet: p.boolean().default(false),
    campaign: p.string().length(64).nullable(),
    media: p.json<MessageMedia[]>().defaultRaw("'[]'"),
    autoReply: p.text().$type<AutoReply>().nullable(),
    discards: p.boolean().nullable(),
    ...writeTimes,
  },
  indexes: [
    { name: "pending_message_status_index", properties: ["teamId", "status", "id"] },
    indexOf`create index "pending_message_phone_index" on "pending_message" ("team_id", "phone_number", "id") where "status" <> 'canceled'`,
    indexOf`create index "pending_message_due_index" on "pending_message" ("send_at") where "status" = 'scheduled'`,
    indexOf`create index "pending_message_turn_index" on "pending_message" ("team_id", "send_at") where "status" = 'scheduled'`,
    indexOf`create index "pending_message_next_index" on "pending_message" ("send_at") where "status" = 'scheduled' and "line_number_id" is null`,
    indexOf`create index "pending_message_next_of_team_index" on "pending_message" ("team_id", "send_at") where "status" = 'scheduled' and "line_number_id" is null`,
    indexOf`create index "pending_message_line_index" on "pending_message" ("team_id", "line_number_id", ("thread_id" is null), "send_at", "id") where "status" = 'scheduled' and "line_number_id" is not null`,
    indexOf`create index "pending_message_campaign_index" on "pending_message" ("team_id", "test_mode", "campaign", "status", "id") where "campaign" is not null`,
    indexOf`create index "pending_message_canceled_index" on "pending_message" ("updated_at") where "status" = 'canceled'`,
  ],
});

/**
 * A text that is not handed over yet. When its time comes, one transaction deletes the row and inserts a message with the
 * same id. The id is a UUIDv7 of `sendAt`. `threadId` is set if the text is a reply within that thread, and
 * `businessNumberId` if the sending number is already decided. `errorCode` says why the server canceled it.
 * `isQuiet` says that it waits for the end of quiet hours. With a `lineNumberId`, its time has come, and it waits for a turn at
 * the pace of that number. An automatic reply has no key, and `autoReply` says what it answers.
 * A text that `discards` loses its content when it is handed over or canceled.
 */
export class PendingMessage extends PendingMessageSchema.class {}
PendingMessageSchema.setClass(PendingMessage);
