import { defineEntity, p } from "@mikro-orm/core";
import { timestamp } from "../columns.ts";

const NumberPaceSchema = defineEntity({
  name: "NumberPace",
  tableName: "number_pace",
  properties: {
    teamId: p.uuid().primary(),
    numberId: p.uuid().primary(),
    freeAt: timestamp(),
    lineEndsAt: timestamp(),
  },
});

/**
 * The turns of a number with a pace. They are taken until `freeAt`, and the places of texts that wait in line until
 * `lineEndsAt`. A number that has sent nothing since it got its pace has no row.
 */
export class NumberPace extends NumberPaceSchema.class {}
NumberPaceSchema.setClass(NumberPace);
