import { defineEntity, OptionalProps, p } from "@mikro-orm/core";
import { moment, tenantIdentity } from "../columns.ts";
import { BusinessNumber } from "./business-number.ts";

const ThreadSchema = defineEntity({
  name: "Thread",
  tableName: "thread",
  properties: {
    ...tenantIdentity,
    businessNumberId: p.uuid(),
    businessNumber: () =>
      p
        .manyToOne(BusinessNumber)
        .joinColumns("team_id", "business_number_id")
        .referencedColumnNames("team_id", "id")
        .ownColumns()
        .updateRule("no action"),
    contactPhone: p.string().length(16),
    messageCount: p.integer(),
    lastDirection: p.enum(["inbound", "outbound"] as const),
    lastBody: p.text(),
    lastMessageAt: moment(),
    createdAt: moment(),
  },
  uniques: [{ name: "thread_phone_unique", properties: ["teamId", "contactPhone", "businessNumberId"] }],
  indexes: [
    {
      name: "thread_list_index",
      expression: `create index "thread_list_index" on "thread" ("team_id", "last_message_at" desc, "id" desc)`,
    },
  ],
});

/**
 * A conversation of one business number with one phone, made by its first message. The `last…` columns are its newest
 * message, written in the transaction that stores it.
 */
export class Thread extends ThreadSchema.class {
  [OptionalProps]?: "businessNumber";
}
ThreadSchema.setClass(Thread);
