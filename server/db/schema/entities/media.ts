import { defineEntity, p } from "@mikro-orm/core";
import { indexOf, teamRelation, tenantIdentity, timestamp } from "../columns.ts";
import { Message, mediaStates } from "./message.ts";

/** Where the bytes of files are: in the database, or in a store that speaks the protocol of S3. */
export const mediaStores = ["db", "s3"] as const;

export type MediaStoreName = (typeof mediaStores)[number];

const MediaSchema = defineEntity({
  name: "Media",
  tableName: "media",
  properties: {
    ...tenantIdentity,
    messageId: p.uuid().nullable(),
    message: () => teamRelation(Message, "message_id").nullable().deleteRule("no action"),
    place: p.smallint().nullable(),
    sourceUrl: p.text().nullable(),
    declaredType: p.text().nullable(),
    contentType: p.string().length(64).nullable(),
    size: p.integer().nullable(),
    sha256: p.blob().nullable(),
    state: p.enum(mediaStates),
    error: p.string().length(64).nullable(),
    attemptCount: p.smallint(),
    nextAttemptAt: timestamp().nullable(),
    store: p.enum(mediaStores).nullable(),
    createdAt: timestamp(),
    storedAt: timestamp().nullable(),
    expiresAt: timestamp().nullable(),
  },
  indexes: [
    { name: "media_message_index", properties: ["teamId", "messageId"] },
    indexOf`create index "media_unused_index" on "media" ("team_id", "expires_at") where "expires_at" is not null`,
    indexOf`create index "media_due_index" on "media" ("next_attempt_at", "team_id", "id") where "state" = 'pending'`,
  ],
});

/**
 * A file of an inbound message, or one that was uploaded, which has no message. `place` is its position in the message's
 * `media`, which has its state and size, too, so that a page of messages needs no join. `nextAttemptAt` is null once no
 * attempt follows. During an attempt it is the time at which another process takes the file over. `expiresAt` is when an
 * uploaded file is deleted, and null once a message uses it.
 */
export class Media extends MediaSchema.class {}
MediaSchema.setClass(Media);
