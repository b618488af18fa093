import type { Result } from "../db/commit/batcher.ts";
import type { EntityManager } from "../db/orm.ts";
import type { Recorded } from "./text-kind.ts";

/**
 * Records a text whose last transaction lost its connection, unless that transaction has stored it. PostgreSQL may still
 * run that transaction, and it can commit while the recording waits for its locks. So a text that is not stored now is
 * searched once more: its key may be taken by itself.
 */
export async function recordAgain<Stored>(
  tx: EntityManager,
  find: (em: EntityManager) => Promise<Result<Recorded<Stored>> | undefined>,
  record: () => Promise<Result<Recorded<Stored>>>,
): Promise<Result<Recorded<Stored>>> {
  const earlier = await find(tx);
  if (earlier) return earlier;
  const result = await record();
  if (result.ok && result.value.kind === "stored") return result;
  // The recording may have ended the transaction.
  return (await find(tx.fork())) ?? result;
}
