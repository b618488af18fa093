import { defineEntity, p } from "@mikro-orm/core";
import { timestamp, writeTimes } from "../columns.ts";

const TeamSchema = defineEntity({
  name: "Team",
  tableName: "team",
  properties: {
    id: p.uuid().primary(),
    name: p.string().length(255).unique(),
    status: p.enum(["active", "suspended"] as const).default("active"),
    licensedUntil: timestamp().nullable(),
    ...writeTimes,
  },
});

/** A tenant. Live requests need an active team with a license; if `licensedUntil` is null, the license has no end. */
export class Team extends TeamSchema.class {}
TeamSchema.setClass(Team);
