import type { EntityManager } from "../db/orm.ts";
import { fail } from "../errors.ts";
import { type Claim, claimKeys, type KeptAnswer, keepAnswers } from "./claims.ts";

/** A write's answer, and whether it is the kept one of an earlier request. */
export interface WriteAnswer extends KeptAnswer {
  replayed: boolean;
}

/**
 * Runs a write that calls no provider: the claim is the first statement of its transaction and the kept answer the
 * last, so claim, effect and answer are there together or not at all. A concurrent duplicate waits for this
 * transaction and then replays its answer.
 *
 * @throws idempotency_key_mismatch, idempotency_in_progress, and whatever `work` throws, which undoes everything
 */
export async function writeOnce(
  em: EntityManager,
  claim: Claim | undefined,
  work: (tx: EntityManager) => Promise<KeptAnswer>,
): Promise<WriteAnswer> {
  return em.transactional(async (tx) => {
    if (!claim) return { ...(await work(tx)), replayed: false };
    const [state] = await claimKeys(tx, [{ claim, resourceId: null }]);
    switch (state?.kind) {
      case "claimed": {
        const answer = await work(tx);
        await keepAnswers(tx, [{ claim, answer }]);
        return { ...answer, replayed: false };
      }
      case "answered":
        return { ...state.answer, replayed: true };
      case "mismatch":
        return fail("idempotency_key_mismatch");
      default:
        return fail("idempotency_in_progress");
    }
  });
}
