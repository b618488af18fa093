import { transactOfTeam } from "../../db/commit/of-teams.ts";
import type { EntityManager, Orm } from "../../db/orm.ts";
import { fail } from "../../errors.ts";
import { type Claim, claimIdempotencyKeys, findClaims, type KeptAnswer, keepAnswers } from "./claims.ts";

/** The answer of a write, and whether it is the kept answer of an earlier request. */
export interface WriteAnswer extends KeptAnswer {
  replayed: boolean;
}

/**
 * Runs a write that calls no provider. The claim is the first statement of its transaction and the kept answer the
 * last, so claim, effect and answer commit together. A concurrent duplicate waits for this transaction and then replays
 * its answer.
 *
 * @param lockTimeout the maximum wait for a lock, in milliseconds, instead of the session's
 * @throws idempotency_key_mismatch, idempotency_in_progress, and the errors of `work`, which undo everything and leave
 *   the key free
 */
export function writeOnce(
  orm: Orm,
  { teamId, claim, lockTimeout }: { teamId: string; claim: Claim | undefined; lockTimeout: number | undefined },
  work: (tx: EntityManager) => Promise<KeptAnswer>,
): Promise<WriteAnswer> {
  const writing = async (tx: EntityManager): Promise<WriteAnswer> => {
    const answer = await work(tx);
    await tx.flush();
    return { ...answer, replayed: false };
  };
  return transactOfTeam(
    orm,
    teamId,
    async (tx) => {
      if (!claim) return writing(tx);
      const resourceClaim = { claim, resourceId: null };
      const claimed = await claimIdempotencyKeys(tx, [resourceClaim]);
      if (claimed.has(claim)) {
        const answer = await writing(tx);
        await keepAnswers(tx, [{ ...resourceClaim, answer }]);
        return answer;
      }
      const [state] = await findClaims(tx, [claim]);
      switch (state?.kind) {
        case "answered":
          return { ...state.answer, replayed: true };
        case "mismatch":
          return fail("idempotency_key_mismatch");
        default:
          return fail("idempotency_in_progress");
      }
    },
    lockTimeout,
  );
}
