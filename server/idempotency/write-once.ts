import { sql } from "kysely";
import type { OperationId } from "../../generated/operations.ts";
import type { Result } from "../batcher.ts";
import { type EntityManager, queries } from "../db/orm.ts";
import { deferToCommit } from "../db/transaction.ts";
import { ApiError, fail } from "../errors.ts";
import {
  type Claim,
  type ClaimState,
  claimKeys,
  findClaims,
  fullKeyOf,
  type KeptAnswer,
  keepAnswers,
  type ResourceClaim,
  releaseClaims,
} from "./claims.ts";

/** The writes without a provider call that share a transaction. They claim their keys by `writeBatchOnce`. */
export const sharedWrites: ReadonlySet<OperationId> = new Set(["verifyOtp"]);

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
  em: EntityManager,
  claim: Claim | undefined,
  work: (tx: EntityManager) => Promise<KeptAnswer>,
  lockTimeout?: number,
): Promise<WriteAnswer> {
  return em.transactional(async (tx) => {
    if (lockTimeout !== undefined) await sql`set local lock_timeout = ${sql.lit(lockTimeout)}`.execute(queries(tx));
    if (!claim) return { ...(await work(tx)), replayed: false };
    const resourceClaim = { claim, resourceId: null };
    const claimed = await claimKeys(tx, [resourceClaim]);
    if (claimed.has(claim)) {
      const answer = await work(tx);
      await keepAnswers(tx, [{ ...resourceClaim, answer }]);
      return { ...answer, replayed: false };
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
  });
}

/** The result of one write of a batch. `again`: another write of the batch has its key, so the caller tries again. */
export type Written<Done> = { kind: "done"; done: Done } | { kind: "answered"; answer: KeptAnswer } | { kind: "again" };

interface WriteWork<Item, Done> {
  /** Does the writes and returns a result for each. A result that is an error keeps what the write stored. */
  write(items: Item[]): Promise<Result<Done>[]>;
  /** The answer to keep for a write that is done. */
  answer(done: Done): KeptAnswer;
}

/**
 * Runs a batch of writes that call no provider, in the caller's transaction: claims first, kept answers last. A refused
 * write releases its key. If several writes have the same key, only the first runs.
 *
 * The error of a result is idempotency_key_mismatch, idempotency_in_progress, or an error of `write`.
 */
export async function writeBatchOnce<Item extends { claim: Claim | undefined }, Done>(
  tx: EntityManager,
  items: Item[],
  { write, answer }: WriteWork<Item, Done>,
): Promise<Result<Written<Done>>[]> {
  const results = new Map<Item, Result<Written<Done>>>();
  for (const [item, state] of await claimKeysOf(tx, items)) results.set(item, resultOf(state));

  const open = items.filter((item) => !results.has(item));
  const written = open.length === 0 ? [] : await write(open);
  const kept: (ResourceClaim & { answer: KeptAnswer })[] = [];
  const released: ResourceClaim[] = [];
  for (const [index, item] of open.entries()) {
    const result = written[index]!;
    results.set(item, result.ok ? { ok: true, value: { kind: "done", done: result.value } } : result);
    if (item.claim && result.ok) kept.push({ claim: item.claim, resourceId: null, answer: answer(result.value) });
    if (item.claim && !result.ok) released.push({ claim: item.claim, resourceId: null });
  }
  await deferToCommit(tx, keepAnswers(tx, kept), releaseClaims(tx, released));
  return items.map((item) => results.get(item)!);
}

/**
 * Claims the items' keys, and returns the items without their key. For an item that shares its key with an earlier item
 * of the batch, the state is `freed`.
 */
async function claimKeysOf<Item extends { claim: Claim | undefined }>(
  tx: EntityManager,
  items: Item[],
): Promise<Map<Item, ClaimState>> {
  const claims = items.flatMap((item) => (item.claim ? { item, claim: item.claim, resourceId: null } : []));
  const claimed = await claimKeys(tx, claims);
  const claimedKeys = new Set([...claimed].map(fullKeyOf));
  const unclaimed = claims.filter(({ claim }) => !claimed.has(claim));
  const states = await findClaims(
    tx,
    unclaimed.map(({ claim }) => claim),
  );
  return new Map(
    unclaimed.map(({ item, claim }, index) => [
      item,
      claimedKeys.has(fullKeyOf(claim)) ? { kind: "freed" } : states[index]!,
    ]),
  );
}

function resultOf(state: ClaimState): Result<Written<never>> {
  switch (state.kind) {
    case "answered":
      return { ok: true, value: state };
    case "freed":
      return { ok: true, value: { kind: "again" } };
    case "mismatch":
      return { ok: false, error: new ApiError("idempotency_key_mismatch") };
    case "pending":
      return { ok: false, error: new ApiError("idempotency_in_progress") };
  }
}
