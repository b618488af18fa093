import { sql } from "kysely";
import type { OperationId } from "../../generated/operations.ts";
import type { Result } from "../batcher.ts";
import { type EntityManager, queries } from "../db/orm.ts";
import { untilCommit } from "../db/transaction.ts";
import { ApiError, fail } from "../errors.ts";
import {
  type Claim,
  type Claiming,
  type ClaimState,
  claimKeys,
  findClaims,
  identify,
  type KeptAnswer,
  keepAnswers,
  releaseClaims,
} from "./claims.ts";

/** The writes without a provider call that share a transaction, in which they see to their keys by `writeListOnce`. */
export const sharedWrites: ReadonlySet<OperationId> = new Set(["verifyOtp"]);

/** A write's answer, and whether it is the kept one of an earlier request. */
export interface WriteAnswer extends KeptAnswer {
  replayed: boolean;
}

/**
 * Runs a write that calls no provider: the claim is the first statement of its transaction and the kept answer the
 * last, so claim, effect and answer are there together or not at all. A concurrent duplicate waits for this
 * transaction and then replays its answer. `lockTimeout`: the longest wait for a lock, in milliseconds, instead of the
 * session's.
 *
 * @throws idempotency_key_mismatch, idempotency_in_progress, and whatever `work` throws, which undoes everything; the
 *   key is free after either
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
    const claiming = { claim, resourceId: null };
    const claimed = await claimKeys(tx, [claiming]);
    if (claimed.has(claim)) {
      const answer = await work(tx);
      await keepAnswers(tx, [{ ...claiming, answer }]);
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

/** A write of a list is done now, or was done before; `again`: another one has its key, and will be done first. */
export type Written<Done> = { kind: "done"; done: Done } | { kind: "answered"; answer: KeptAnswer } | { kind: "again" };

interface ListWork<Item, Done> {
  /** Does the writes, with a result for each. Unlike a failure, which undoes the list, a refusal keeps what it wrote. */
  write(items: Item[]): Promise<Result<Done>[]>;
  /** The answer of a write that is done. */
  answer(done: Done): KeptAnswer;
}

/**
 * Runs a list of writes that call no provider, in the caller's transaction: claims first, kept answers last. A refusal
 * gives the key back. Of several writes with one key the first in the list is done.
 *
 * Each result's error is idempotency_key_mismatch, idempotency_in_progress, or what `write` says.
 */
export async function writeListOnce<Item extends { claim: Claim | undefined }, Done>(
  tx: EntityManager,
  items: Item[],
  { write, answer }: ListWork<Item, Done>,
): Promise<Result<Written<Done>>[]> {
  const results = new Map<Item, Result<Written<Done>>>();
  for (const [item, state] of await claimTheirs(tx, items)) results.set(item, resultOf(state));

  const open = items.filter((item) => !results.has(item));
  const written = open.length === 0 ? [] : await write(open);
  const kept: (Claiming & { answer: KeptAnswer })[] = [];
  const released: Claiming[] = [];
  for (const [index, item] of open.entries()) {
    const result = written[index]!;
    results.set(item, result.ok ? { ok: true, value: { kind: "done", done: result.value } } : result);
    if (item.claim && result.ok) kept.push({ claim: item.claim, resourceId: null, answer: answer(result.value) });
    if (item.claim && !result.ok) released.push({ claim: item.claim, resourceId: null });
  }
  await untilCommit(tx, keepAnswers(tx, kept), releaseClaims(tx, released));
  return items.map((item) => results.get(item)!);
}

/** Claims the keys: the items that do not get theirs. Who shares a key with an earlier one of the list comes again. */
async function claimTheirs<Item extends { claim: Claim | undefined }>(
  tx: EntityManager,
  items: Item[],
): Promise<Map<Item, ClaimState>> {
  const claiming = items.flatMap((item) => (item.claim ? { item, claim: item.claim, resourceId: null } : []));
  const claimed = await claimKeys(tx, claiming);
  const here = new Set([...claimed].map(identify));
  const taken = claiming.filter(({ claim }) => !claimed.has(claim));
  const states = await findClaims(
    tx,
    taken.map(({ claim }) => claim),
  );
  return new Map(
    taken.map(({ item, claim }, index) => [item, here.has(identify(claim)) ? { kind: "freed" } : states[index]!]),
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
