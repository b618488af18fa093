import { defineEntity, p } from "@mikro-orm/core";
import { moment, writeTimes } from "../columns.ts";

const TeamSchema = defineEntity({
  name: "Team",
  tableName: "team",
  properties: {
    id: p.uuid().primary(),
    name: p.string().length(255).unique(),
    status: p.enum(["active", "suspended"] as const).default("active"),
    licensedUntil: moment().nullable(),
    ...writeTimes,
  },
});

/** Who owns everything else. Live requests need it active and licensed; `licensedUntil` null is without end. */
export class Team extends TeamSchema.class {}
TeamSchema.setClass(Team);
