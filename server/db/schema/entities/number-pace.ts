import { defineEntity, p } from "@mikro-orm/core";
import { timestamp } from "../columns.ts";

const NumberPaceSchema = defineEntity({
  name: "NumberPace",
  tableName: "number_pace",
  properties: {
    teamId: p.uuid().primary(),
    numberId: p.uuid().primary(),
    freeAt: timestamp(),
    lineAt: timestamp(),
  },
});

/**
 * The turns of a number with a pace. They are taken until `freeAt`. From `lineAt` on, a text that waits in line has a turn
 * even if requests have taken all. A number that has sent nothing since it got its pace has no row.
 */
export class NumberPace extends NumberPaceSchema.class {}
NumberPaceSchema.setClass(NumberPace);
