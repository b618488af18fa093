import type { EntityManager } from "../db/orm.ts";
import { ApiError, fail } from "../errors.ts";
import { type Claim, claimKeys, type KeptAnswer, keepAnswers, releaseClaims } from "./claims.ts";

/** A write's answer, and whether it is the kept one of an earlier request. */
export interface WriteAnswer extends KeptAnswer {
  replayed: boolean;
}

/**
 * Runs a write that calls no provider: the claim is the first statement of its transaction and the kept answer the
 * last, so claim, effect and answer are there together or not at all. A concurrent duplicate waits for this
 * transaction and then replays its answer.
 *
 * @throws idempotency_key_mismatch, idempotency_in_progress, and whatever `work` throws, which undoes everything, unless
 *   it is a refusal that keeps what was written; the key is free after either
 */
export async function writeOnce(
  em: EntityManager,
  claim: Claim | undefined,
  work: (tx: EntityManager) => Promise<KeptAnswer>,
): Promise<WriteAnswer> {
  const answer = await em.transactional(async (tx) => {
    if (!claim) return run(tx, work);
    const [state] = await claimKeys(tx, [{ claim, resourceId: null }]);
    switch (state?.kind) {
      case "claimed": {
        const answer = await run(tx, work);
        if (answer instanceof ApiError) await releaseClaims(tx, [claim]);
        else await keepAnswers(tx, [{ claim, answer }]);
        return answer;
      }
      case "answered":
        return { ...state.answer, replayed: true };
      case "mismatch":
        return fail("idempotency_key_mismatch");
      default:
        return fail("idempotency_in_progress");
    }
  });
  if (answer instanceof ApiError) throw answer;
  return answer;
}

/** Does the work; a refusal that keeps what was written is a result, so that the transaction commits. */
async function run(
  tx: EntityManager,
  work: (tx: EntityManager) => Promise<KeptAnswer>,
): Promise<WriteAnswer | ApiError> {
  try {
    return { ...(await work(tx)), replayed: false };
  } catch (error) {
    if (error instanceof ApiError && error.keepsWrites) return error;
    throw error;
  }
}
