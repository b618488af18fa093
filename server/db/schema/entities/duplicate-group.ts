import { defineEntity, p } from "@mikro-orm/core";
import { timestamp } from "../columns.ts";
import { Team } from "./team.ts";

const reasons = ["same_phone", "same_external_id", "similar_name"] as const;

/** The reason why contacts may be the same person. */
export type DuplicateReason = (typeof reasons)[number];

const DuplicateGroupSchema = defineEntity({
  name: "DuplicateGroup",
  tableName: "duplicate_group",
  properties: {
    teamId: p.uuid().primary(),
    team: () => p.manyToOne(Team).joinColumns("team_id").referencedColumnNames("id").ownColumns(),
    reason: p.enum(reasons).primary(),
    key: p.string().length(255).primary(),
    newestCreatedAt: timestamp(),
    newestId: p.uuid(),
  },
  indexes: [
    {
      name: "duplicate_group_list_index",
      properties: ["teamId", "newestCreatedAt", "newestId", "reason", "key"],
    },
  ],
});

/**
 * Several contacts with the same `key`, which is a phone number, an external id or a `nameGroupId`. The members are found
 * by the key. The `newest…` columns are those of the newest member, and groups are listed in their order.
 */
export class DuplicateGroup extends DuplicateGroupSchema.class {}
DuplicateGroupSchema.setClass(DuplicateGroup);
