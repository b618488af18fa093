import { defineEntity, OptionalProps, p } from "@mikro-orm/core";
import { tenantIdentity, timestamp } from "../columns.ts";
import { Team } from "./team.ts";

const CarrierCopySchema = defineEntity({
  name: "CarrierCopy",
  tableName: "carrier_copy",
  properties: {
    ...tenantIdentity,
    team: () => p.manyToOne(Team).joinColumns("team_id").referencedColumnNames("id").ownColumns(),
    erasureId: p.uuid(),
    providerId: p.string().length(64),
    attempts: p.smallint(),
    dueAt: timestamp(),
  },
  indexes: [{ name: "carrier_copy_due_index", properties: ["dueAt"] }],
});

/**
 * A text that is erased here and that its carrier is to delete. `id` is that of its message or passcode, and `providerId` is the
 * carrier's, which begins with the digits of the account. The row goes once the carrier has deleted it, or is given up.
 */
export class CarrierCopy extends CarrierCopySchema.class {
  [OptionalProps]?: "team";
}
CarrierCopySchema.setClass(CarrierCopy);
