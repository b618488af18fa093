import { defineEntity, p } from "@mikro-orm/core";

const KeyRevisionSchema = defineEntity({
  name: "KeyRevision",
  tableName: "key_revision",
  properties: {
    singleton: p.integer().primary().autoincrement(false),
    revision: p.integer(),
  },
});

/** A single row, whose number grows with each change of a key or team that admission must see. */
export class KeyRevision extends KeyRevisionSchema.class {}
KeyRevisionSchema.setClass(KeyRevision);

/** The key of the only row. */
export const onlyKeyRevision = 1;
