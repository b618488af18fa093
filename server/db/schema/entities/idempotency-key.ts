import { defineEntity, p } from "@mikro-orm/core";
import { timestamp } from "../columns.ts";

const IdempotencyKeySchema = defineEntity({
  name: "IdempotencyKey",
  tableName: "idempotency_key",
  properties: {
    teamId: p.uuid().primary(),
    apiKeyId: p.uuid().primary(),
    testMode: p.boolean().primary(),
    key: p.string().length(255).primary(),
    fingerprint: p.blob(),
    resourceId: p.uuid().nullable(),
    status: p.smallint().nullable(),
    body: p.text().nullable(),
    createdAt: timestamp(),
  },
  indexes: [{ name: "idempotency_key_age_index", properties: ["createdAt"] }],
});

/** A claimed Idempotency-Key. See `server/operations/once/claims.ts` for its states. */
export class IdempotencyKey extends IdempotencyKeySchema.class {}
IdempotencyKeySchema.setClass(IdempotencyKey);
