import { defineEntity, OptionalProps, p } from "@mikro-orm/core";
import { indexOf, teamRelation, tenantIdentity, timestamp, writeTimes } from "../columns.ts";
import { BusinessNumber } from "./business-number.ts";
import { deliveryStatuses } from "./message.ts";

const OtpSchema = defineEntity({
  name: "Otp",
  tableName: "otp",
  properties: {
    ...tenantIdentity,
    apiKeyId: p.uuid().nullable(),
    testMode: p.boolean(),
    recipientId: p.string().length(255),
    businessNumberId: p.uuid(),
    businessNumber: () => teamRelation(BusinessNumber, "business_number_id"),
    phoneNumber: p.string().length(16),
    codeHash: p.blob(),
    length: p.smallint(),
    lifetimeSeconds: p.smallint(),
    expiresAt: timestamp(),
    status: p.enum(["pending", "verified", "replaced", "void"] as const),
    attempts: p.smallint(),
    verifiedAt: timestamp().nullable(),
    deliveryStatus: p.enum(deliveryStatuses),
    providerId: p.string().length(64).nullable(),
    errorCode: p.string().length(64).nullable(),
    simulatedOutcome: p.enum(["delivered", "undelivered"] as const).nullable(),
    ...writeTimes,
  },
  indexes: [
    indexOf`create unique index "otp_current_unique" on "otp" ("team_id", "test_mode", "recipient_id") where "status" in ('pending', 'verified')`,
    indexOf`create index "otp_sends_index" on "otp" ("team_id", "phone_number", "created_at") where not "test_mode"`,
    indexOf`create index "otp_provider_index" on "otp" ("team_id", "provider_id") where "provider_id" is not null`,
    { name: "otp_age_index", properties: ["createdAt"] },
    indexOf`create index "otp_unsettled_index" on "otp" ("created_at") where "provider_id" is null and "delivery_status" in ('queued', 'sending')`,
    indexOf`create index "otp_simulated_index" on "otp" ("updated_at") where "simulated_outcome" is not null`,
  ],
});

/**
 * A one-time passcode, stored as a keyed hash. A recipient has at most one current passcode per mode: `pending`, or
 * `verified` until the next one. A passcode that was `replaced` by a newer one, or is `void` because the provider refused
 * its text, no longer counts. `deliveryStatus` is the status of its text.
 */
export class Otp extends OtpSchema.class {
  [OptionalProps]?: "businessNumber";
}
OtpSchema.setClass(Otp);
