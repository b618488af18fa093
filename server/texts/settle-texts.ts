import { operations } from "../../generated/operations.ts";
import type { BatchWork } from "../db/commit/batch-work.ts";
import type { Result } from "../db/commit/batcher.ts";
import type { EntityManager } from "../db/orm.ts";
import { logRefusals } from "../opt-outs/record-consents.ts";
import { giveBack } from "./budgets.ts";
import { messageDeliveries } from "./delivery-tables.ts";
import { presentSentText } from "./present.ts";
import { isRefusedByOptOut, lockSettlements, storeOutcomes } from "./store-outcomes.ts";
import type { Settlement } from "./text-kind.ts";
import type { StoredText } from "./texts.ts";

export const textSettling: BatchWork<Settlement<StoredText>, StoredText> = { run: settleTexts };

/** Stores the outcomes of a batch of texts in one transaction; see `storeOutcomes`. */
async function settleTexts(tx: EntityManager, settlements: Settlement<StoredText>[]): Promise<Result<StoredText>[]> {
  // A single text cannot deadlock with another batch.
  if (settlements.length > 1) await lockSettlements(tx, messageDeliveries, settlements);
  const optedOut = settlements.filter(isRefusedByOptOut);
  if (optedOut.length > 0) {
    const refusals = optedOut.map(({ stored: { teamId, id, to }, now }) => ({
      teamId,
      id,
      phone: to,
      messageId: id,
      now,
    }));
    await logRefusals(tx, refusals);
  }
  await giveBack(tx, messageDeliveries, settlements);
  return storeOutcomes(tx, messageDeliveries, settlements, (text) => ({
    status: operations.sendText.status,
    body: JSON.stringify(presentSentText(text)),
  }));
}
