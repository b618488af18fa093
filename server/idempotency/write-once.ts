import type { OperationId } from "../../generated/operations.ts";
import type { Result } from "../batcher.ts";
import type { EntityManager } from "../db/orm.ts";
import { untilCommit } from "../db/transaction.ts";
import { ApiError, fail } from "../errors.ts";
import {
  type Claim,
  type ClaimState,
  claimKeys,
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
 * transaction and then replays its answer.
 *
 * @throws idempotency_key_mismatch, idempotency_in_progress, and whatever `work` throws, which undoes everything; the
 *   key is free after either
 */
export function writeOnce(
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
  for (const [item, state] of await claimFirsts(tx, items)) {
    if (state.kind !== "claimed") results.set(item, resultOf(state));
  }

  const open = items.filter((item) => !results.has(item));
  const written = open.length === 0 ? [] : await write(open);
  const kept: { claim: Claim; answer: KeptAnswer }[] = [];
  const released: Claim[] = [];
  for (const [index, item] of open.entries()) {
    const result = written[index]!;
    results.set(item, result.ok ? { ok: true, value: { kind: "done", done: result.value } } : result);
    if (item.claim && result.ok) kept.push({ claim: item.claim, answer: answer(result.value) });
    if (item.claim && !result.ok) released.push(item.claim);
  }
  await untilCommit(tx, keepAnswers(tx, kept), releaseClaims(tx, released));
  return items.map((item) => results.get(item)!);
}

/** Claims the keys, each for the first that has it; the others come again. */
async function claimFirsts<Item extends { claim: Claim | undefined }>(
  tx: EntityManager,
  items: Item[],
): Promise<[Item, ClaimState][]> {
  const claiming = items.filter((item) => item.claim);
  const groups = [...Map.groupBy(claiming, ({ claim }) => identify(claim!)).values()];
  const states = await claimKeys(
    tx,
    groups.map(([first]) => ({ claim: first!.claim!, resourceId: null })),
  );
  return groups.flatMap((group, index) =>
    group.map((item, at): [Item, ClaimState] => [item, at === 0 ? states[index]! : { kind: "freed" }]),
  );
}

function resultOf(state: Exclude<ClaimState, { kind: "claimed" }>): Result<Written<never>> {
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
