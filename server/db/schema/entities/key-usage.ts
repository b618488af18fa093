import { ArrayType, defineEntity, p } from "@mikro-orm/core";
import { timestamp } from "../columns.ts";

const KeyUsageSchema = defineEntity({
  name: "KeyUsage",
  tableName: "key_usage",
  properties: {
    teamId: p.uuid().primary(),
    apiKeyId: p.uuid().primary(),
    day: timestamp().primary(),
    segments: p.integer(),
    maxSegments: p.integer(),
    runningSums: p.type(ArrayType).columnType("int[]").$type<number[]>(),
    granted: p.integer(),
  },
});

/**
 * The segments that a key with a budget has sent on a day, which begins at midnight UTC. The other columns belong to the
 * last statement that counted. They are the budget, the running sums of the segments that its texts need, and the segments
 * that it got. The answers of a team to HELP count under the id of the team, each as one.
 */
export class KeyUsage extends KeyUsageSchema.class {}
KeyUsageSchema.setClass(KeyUsage);
