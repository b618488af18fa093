import { defineEntity, p } from "@mikro-orm/core";
import { timestamp } from "../columns.ts";

const DoorSecretSchema = defineEntity({
  name: "DoorSecret",
  tableName: "door_secret",
  properties: {
    teamId: p.uuid().primary(),
    door: p.string().length(16).primary(),
    testMode: p.boolean().primary(),
    apiKeyId: p.uuid(),
    sealed: p.blob(),
    template: p.text().nullable(),
    createdAt: timestamp(),
  },
});

/** The plain text of an API key that signs at a door, sealed by the secret key. A door has one per team and mode. */
export class DoorSecret extends DoorSecretSchema.class {}
DoorSecretSchema.setClass(DoorSecret);
