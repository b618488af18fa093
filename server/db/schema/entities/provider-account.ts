import { defineEntity, p } from "@mikro-orm/core";
import { writeTimes } from "../columns.ts";

const ProviderAccountSchema = defineEntity({
  name: "ProviderAccount",
  tableName: "provider_account",
  properties: {
    id: p.uuid().primary(),
    name: p.string().length(63).unique(),
    kind: p.string().length(32),
    settingsSealed: p.blob(),
    status: p.enum(["active", "paused"] as const),
    ...writeTimes,
  },
});

/**
 * An account at a carrier, besides that of the environment. `settingsSealed` has its settings as JSON, sealed by the secret
 * key. No text is sent by a paused account.
 */
export class ProviderAccount extends ProviderAccountSchema.class {}
ProviderAccountSchema.setClass(ProviderAccount);
