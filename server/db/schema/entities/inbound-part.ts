import { defineEntity, p } from "@mikro-orm/core";
import { timestamp } from "../columns.ts";

const InboundPartSchema = defineEntity({
  name: "InboundPart",
  tableName: "inbound_part",
  properties: {
    providerAccountId: p.uuid().primary(),
    sender: p.string().length(64).primary(),
    recipient: p.string().length(64).primary(),
    reference: p.integer().primary().autoincrement(false),
    parts: p.integer().primary().autoincrement(false),
    part: p.integer().primary().autoincrement(false),
    text: p.text(),
    receivedAt: timestamp(),
    joinedAt: timestamp().nullable(),
  },
});

/**
 * A part of an inbound text that arrives in `parts` parts, until the others are there. `text` is a JSON string, because a part
 * may end with half of a surrogate pair. A joined part stays for a minute, in which it may be repeated.
 */
export class InboundPart extends InboundPartSchema.class {}
InboundPartSchema.setClass(InboundPart);
