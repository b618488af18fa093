import { defineEntity, p } from "@mikro-orm/core";
import { timestamp } from "../columns.ts";

const UsageDaySchema = defineEntity({
  name: "UsageDay",
  tableName: "usage_day",
  properties: {
    teamId: p.uuid().primary(),
    day: timestamp().primary(),
    testMode: p.boolean().primary(),
    received: p.integer(),
    sent: p.integer(),
    delivered: p.integer(),
    failed: p.integer(),
    segments: p.integer(),
    passcodes: p.integer(),
  },
});

/** What a team sent and received in one mode on a closed day, which began at midnight UTC. A nightly job counts it. */
export class UsageDay extends UsageDaySchema.class {}
UsageDaySchema.setClass(UsageDay);
