import { defineEntity, p } from "@mikro-orm/core";
import { indexOf, teamRelation, tenantIdentity, writeTimes } from "../columns.ts";
import type { AutoReply } from "./business-number.ts";
import { Thread } from "./thread.ts";

/** The statuses of the delivery of an outbound text. */
export const deliveryStatuses = ["queued", "sending", "sent", "delivered", "undelivered", "failed", "read"] as const;

export type DeliveryStatus = (typeof deliveryStatuses)[number];

const messageStatuses = [...deliveryStatuses, "received"] as const;

/** The status of a message: that of its delivery, or `received`. */
export type MessageStatus = (typeof messageStatuses)[number];

/** The encoding of a text. */
export type Encoding = "GSM-7" | "UCS-2";

/** What became of a file, as the contract's `MediaState`. */
export const mediaStates = ["pending", "stored", "failed", "refused"] as const;

export type MediaState = (typeof mediaStates)[number];

/** A file of a message. */
export interface MessageMedia {
  /** Its URL at the provider, the URL that the provider is to fetch, or the path of a stored file. */
  url: string;
  /** Its MIME type: by its content once it is stored, until then as the provider named it. */
  contentType: string | null;
  /** The file's row in `media`, with its state and size. Absent in a callback, of a URL, and in messages of earlier versions. */
  id?: string;
  state?: MediaState;
  bytes?: number | null;
}

const MessageSchema = defineEntity({
  name: "Message",
  tableName: "message",
  properties: {
    ...tenantIdentity,
    threadId: p.uuid(),
    apiKeyId: p.uuid().nullable(),
    thread: () => teamRelation(Thread, "thread_id"),
    direction: p.enum(["inbound", "outbound"] as const),
    body: p.text(),
    status: p.enum(messageStatuses),
    testMode: p.boolean(),
    providerId: p.string().length(64).nullable(),
    errorCode: p.string().length(64).nullable(),
    replyWebhookUrl: p.text().nullable(),
    webhookData: p.string().length(100).nullable(),
    statusCallback: p.text().nullable(),
    simulatedOutcome: p.enum(["delivered", "undelivered"] as const).nullable(),
    // Null if an earlier version stored the message, without measuring it. Adding a check would scan the table.
    segments: p.integer().nullable(),
    encoding: p.text().$type<Encoding>().nullable(),
    media: p.json<MessageMedia[]>().defaultRaw("'[]'"),
    autoReply: p.text().$type<AutoReply>().nullable(),
    discards: p.boolean().nullable(),
    ...writeTimes,
  },
  indexes: [
    indexOf`create index "message_history_index" on "message" ("team_id", "thread_id", "created_at" desc, "id" desc)`,
    indexOf`create index "message_replies_index" on "message" ("team_id", "thread_id", "created_at", "id") where "direction" = 'inbound'`,
    indexOf`create index "message_reply_webhook_index" on "message" ("team_id", "thread_id", "created_at" desc, "id" desc) where "reply_webhook_url" is not null`,
    indexOf`create index "message_unsettled_index" on "message" ("created_at") where "provider_id" is null and "status" in ('queued', 'sending')`,
    indexOf`create index "message_provider_index" on "message" ("team_id", "provider_id") where "direction" = 'outbound' and "provider_id" is not null`,
    indexOf`create unique index "message_inbound_unique" on "message" ("team_id", "provider_id") where "direction" = 'inbound'`,
    indexOf`create index "message_simulated_index" on "message" ("updated_at") where "simulated_outcome" is not null`,
    indexOf`create index "message_media_index" on "message" using gin ("media" jsonb_path_ops) where "media" <> '[]'`,
  ],
});

/**
 * One text of a thread. `providerId` is the provider's id for it, and null until the provider has answered. A team has
 * one inbound message per id, even if the provider repeats its callback. `apiKeyId` is the key that sent an outbound text.
 * `statusCallback` is the address that a door posts its statuses to. `simulatedOutcome` is the final status that the
 * simulated carrier will set, and null once it has. `autoReply` says what an automatic reply answers. A text that `discards` was
 * stored without its content; the column is null in most rows, and then takes no place.
 */
export class Message extends MessageSchema.class {}
MessageSchema.setClass(Message);
