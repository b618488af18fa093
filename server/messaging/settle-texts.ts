import { operations } from "../../generated/operations.ts";
import type { Result } from "../batcher.ts";
import type { EntityManager } from "../db/orm.ts";
import { allOf } from "../db/transaction.ts";
import { logRefusals } from "../opt-outs/record-consents.ts";
import { messageDeliveries } from "../sending/deliveries.ts";
import { isRefusedByOptOut, lockSettlements, type Settlement, settleOnce } from "../sending/settle-once.ts";
import { presentSentText } from "./present.ts";
import type { StoredText } from "./texts.ts";

/** Stores the outcomes of a batch of texts in one transaction; see `settleOnce`. */
export async function settleTexts(
  tx: EntityManager,
  settlements: Settlement<StoredText>[],
): Promise<Result<StoredText>[]> {
  // A single text cannot deadlock with another batch.
  const locked = settlements.length > 1 && lockSettlements(tx, messageDeliveries, settlements);
  const optedOut = settlements.filter(isRefusedByOptOut);
  if (optedOut.length > 0) {
    const refusals = optedOut.map(({ stored: { teamId, id, to }, now }) => ({
      ...{ teamId, id, phone: to, messageId: id, now },
    }));
    await allOf([locked, logRefusals(tx, refusals)]);
  }
  const settled = settleOnce(tx, settlements, {
    deliveries: messageDeliveries,
    withStatus: (text, status) => ({ ...text, status }),
    status: operations.sendText.status,
    present: presentSentText,
  });
  const [, results] = await allOf([locked, settled]);
  return results;
}
