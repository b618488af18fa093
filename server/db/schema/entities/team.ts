import { defineEntity, p } from "@mikro-orm/core";
import { timestamp, writeTimes } from "../columns.ts";

/** The hours in which a team does not text: from one time of day to another, such as `21:00` to `08:00`. */
export interface QuietHours {
  from: string;
  to: string;
  /** The time zones of its recipients, for those whose own zone is not known. */
  zones: string[];
  /** What becomes of a text: it waits for the end of these hours, or is refused. */
  action: "wait" | "refuse";
}

const TeamSchema = defineEntity({
  name: "Team",
  tableName: "team",
  properties: {
    id: p.uuid().primary(),
    name: p.string().length(255).unique(),
    status: p.enum(["active", "suspended"] as const).default("active"),
    licensedUntil: timestamp().nullable(),
    quietHours: p.json<QuietHours>().nullable(),
    erasureKey: p.blob().nullable(),
    messageRetentionDays: p.integer().nullable(),
    suspectedRevocations: p.enum(["report", "block"] as const).default("report"),
    ...writeTimes,
  },
});

/** A tenant. Live requests need an active team with a license; if `licensedUntil` is null, the license has no end. `suspectedRevocations`
 * says whether a suspected revocation blocks its phone until a person decides. Null `messageRetentionDays` keep messages as long as the
 * installation does. `erasureKey` hashes erased phones; it is sealed, and null while there are none. */
export class Team extends TeamSchema.class {}
TeamSchema.setClass(Team);
