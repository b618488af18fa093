import type { EntityManager } from "../../db/orm.ts";
import type { HoldReason } from "../../db/schema/entities/approval.ts";
import { recordRequestedEvents } from "../../events/approval-events.ts";
import type { WaitingText } from "../pending/find-pending.ts";
import { expiryOf, insertApprovals } from "./approval-rows.ts";

/** Stores the approvals that texts wait for from now on. Records the events, which are the last rows that a transaction locks. */
export async function beginApprovals(
  tx: EntityManager,
  texts: (WaitingText & { apiKeyId: string; reason: HoldReason })[],
): Promise<void> {
  const approvals = texts.map((text) => ({
    ...text,
    from: text.from!,
    to: text.phoneNumber,
    expiresAt: expiryOf(text.createdAt),
  }));
  await insertApprovals(tx, approvals);
  await recordRequestedEvents(tx, approvals);
}
