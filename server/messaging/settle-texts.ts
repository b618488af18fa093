import { operations } from "../../generated/operations.ts";
import type { Result } from "../batcher.ts";
import type { EntityManager } from "../db/orm.ts";
import { messageDeliveries } from "../sending/deliveries.ts";
import { type Settlement, settleOnce } from "../sending/settle-once.ts";
import { presentSentText } from "./present.ts";
import type { StoredText } from "./texts.ts";

/** Writes down what the provider made of a list of texts, in one transaction; see `settleOnce`. */
export function settleTexts(tx: EntityManager, settlements: Settlement<StoredText>[]): Promise<Result<StoredText>[]> {
  return settleOnce(tx, settlements, {
    deliveries: messageDeliveries,
    withStatus: (text, status) => ({ ...text, status }),
    status: operations.sendText.status,
    present: presentSentText,
  });
}
