import { defineEntity, OptionalProps, p } from "@mikro-orm/core";
import { indexOf, timestamp } from "../columns.ts";
import { Team } from "./team.ts";

const OptOutSchema = defineEntity({
  name: "OptOut",
  tableName: "opt_out",
  properties: {
    teamId: p.uuid().primary(),
    team: () => p.manyToOne(Team).joinColumns("team_id").referencedColumnNames("id").ownColumns(),
    phoneNumber: p.string().length(64).primary(),
    createdAt: timestamp(),
  },
  indexes: [
    indexOf`create index "opt_out_list_index" on "opt_out" ("team_id", "created_at", "phone_number") where "created_at" > '1970-01-01 00:00:00+00'`,
  ],
});

/**
 * A phone, or another sender, that wants no more texts from a team. The condition of the index holds for all rows: it keeps
 * look-ups of a phone from using the index while the table has no statistics.
 */
export class OptOut extends OptOutSchema.class {
  [OptionalProps]?: "team";
}
OptOutSchema.setClass(OptOut);
