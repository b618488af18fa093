import { defineEntity, p } from "@mikro-orm/core";

const ProviderRevisionSchema = defineEntity({
  name: "ProviderRevision",
  tableName: "provider_revision",
  properties: {
    singleton: p.integer().primary().autoincrement(false),
    revision: p.integer(),
  },
});

/** A single row, whose number grows with each change of a provider account, or of the numbers that use it. */
export class ProviderRevision extends ProviderRevisionSchema.class {}
ProviderRevisionSchema.setClass(ProviderRevision);

/** The key of the only row. */
export const onlyProviderRevision = 1;
