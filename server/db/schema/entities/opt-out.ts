import { defineEntity, OptionalProps, p } from "@mikro-orm/core";
import { timestamp } from "../columns.ts";
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
});

/** A phone, or another sender, that wants no more texts from a team. */
export class OptOut extends OptOutSchema.class {
  [OptionalProps]?: "team";
}
OptOutSchema.setClass(OptOut);
