import type { Approval } from "../../../generated/api.ts";
import { presentMedia } from "../../threads/present.ts";
import type { ApprovalRow } from "./find-approvals.ts";

export const presentApproval = (row: ApprovalRow): Approval => ({
  id: row.id,
  status: row.status,
  reason: row.reason,
  from: row.from,
  to: row.to,
  contactName: row.contactName,
  body: row.body,
  media: row.media.map(presentMedia),
  segments: row.segments,
  sendAt: row.sendAt,
  apiKeyId: row.apiKeyId,
  keyName: row.keyName,
  errorCode: row.errorCode,
  createdAt: row.createdAt,
  expiresAt: row.expiresAt,
  decidedAt: row.decidedAt,
  decidedBy: row.decidedBy,
  note: row.note,
});
