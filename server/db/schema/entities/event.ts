import { defineEntity, p } from "@mikro-orm/core";
import { timestamp } from "../columns.ts";

/** What an event reports, as the contract's `EventType`. */
export const eventTypes = [
  ...([
    "message.received",
    "message.status",
    "media.stored",
    "otp.status",
    "consent.changed",
    "consent.suspected",
  ] as const),
  ...(["contact.changed", "contact.merged", "contact.deleted", "webhook.disabled", "webhook.test"] as const),
  ...(["approval.requested", "approval.decided", "erasure.completed"] as const),
] as const;

export type EventType = (typeof eventTypes)[number];

const EventSchema = defineEntity({
  name: "Event",
  tableName: "event",
  properties: {
    teamId: p.uuid().primary(),
    sequence: p.bigint("string").primary().autoincrement(false),
    id: p.uuid(),
    type: p.enum(eventTypes),
    testMode: p.boolean(),
    businessNumberId: p.uuid().nullable(),
    data: p.text(),
    createdAt: timestamp(),
  },
  indexes: [{ name: "event_age_index", properties: ["teamId", "createdAt"] }],
  checks: [{ name: "event_data_check", expression: "octet_length(data) <= 16384" }],
});

/**
 * A change that a team is told about. The transaction of the change adds the row, and takes its `sequence` from the feed
 * of the team, whose row it locks until the commit. So no event commits behind a later sequence. `data` is JSON.
 */
export class Event extends EventSchema.class {}
EventSchema.setClass(Event);
