import { defineEntity, p } from "@mikro-orm/core";
import { indexOf, tenantIdentity, timestamp } from "../columns.ts";

export const approvalStatuses = ["held", "approved", "rejected", "expired", "canceled"] as const;

/** `held`: nobody has decided. `canceled`: by its sender, or because it could not be sent any more. */
export type ApprovalStatus = (typeof approvalStatuses)[number];

export const holdReasons = ["key", "new_recipient"] as const;

/** Why a text waits for an approval: its key holds all texts, or those to new recipients. */
export type HoldReason = (typeof holdReasons)[number];

const ApprovalSchema = defineEntity({
  name: "Approval",
  tableName: "approval",
  properties: {
    ...tenantIdentity,
    testMode: p.boolean(),
    status: p.enum(approvalStatuses),
    reason: p.enum(holdReasons),
    apiKeyId: p.uuid(),
    errorCode: p.string().length(64).nullable(),
    decidedBy: p.uuid().nullable(),
    decidedAt: timestamp().nullable(),
    note: p.text().nullable(),
    createdAt: timestamp(),
    expiresAt: timestamp(),
  },
  indexes: [
    { name: "approval_list_index", properties: ["teamId", "status", "testMode", "createdAt", "id"] },
    indexOf`create index "approval_expiry_index" on "approval" ("expires_at") where "status" = 'held'`,
    indexOf`create index "approval_decided_index" on "approval" ("decided_at") where "status" <> 'held'`,
  ],
});

/**
 * The approval that a text waits or waited for. Its id is that of the text, which has the contents: a row of
 * `pending_message`, or after the hand-over a message. While the approval is held, the text is.
 */
export class Approval extends ApprovalSchema.class {}
ApprovalSchema.setClass(Approval);
