import { defineEntity, OptionalProps, p } from "@mikro-orm/core";
import { moment } from "../columns.ts";
import { Team } from "./team.ts";

const reasons = ["same_phone", "same_external_id", "similar_name"] as const;

/** Why contacts may be the same person. */
export type DuplicateReason = (typeof reasons)[number];

const DuplicateGroupSchema = defineEntity({
  name: "DuplicateGroup",
  tableName: "duplicate_group",
  properties: {
    teamId: p.uuid().primary(),
    team: () => p.manyToOne(Team).joinColumns("team_id").referencedColumnNames("id").ownColumns(),
    reason: p.enum(reasons).primary(),
    key: p.string().length(255).primary(),
    newestCreatedAt: moment(),
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
 * That several contacts have something in common: the `key`, which is a phone number, an external id or a
 * `nameGroupId`. Its members are found by that; the `newest…` columns are the newest of them, by which groups are listed.
 */
export class DuplicateGroup extends DuplicateGroupSchema.class {
  [OptionalProps]?: "team";
}
DuplicateGroupSchema.setClass(DuplicateGroup);
