import { defineEntity, p } from "@mikro-orm/core";
import { tenantIdentity, timestamp } from "../columns.ts";

const SimulatedTextSchema = defineEntity({
  name: "SimulatedText",
  tableName: "simulated_text",
  properties: {
    ...tenantIdentity,
    kind: p.enum(["text", "otp"] as const),
    testMode: p.boolean(),
    sender: p.string().length(16),
    handset: p.string().length(16),
    sealed: p.blob(),
    createdAt: timestamp(),
  },
  indexes: [
    { name: "simulated_text_age_index", properties: ["teamId", "createdAt"] },
    { name: "simulated_text_handset_index", properties: ["teamId", "handset", "createdAt"] },
  ],
});

/**
 * A text on a handset of the simulated carrier. The id is that of its message or passcode. The text is sealed, because it
 * may have a passcode. `createdAt` is unique within the team and in the order of the commits.
 */
export class SimulatedText extends SimulatedTextSchema.class {}
SimulatedTextSchema.setClass(SimulatedText);
