import type { Result } from "../../db/commit/batcher.ts";
import type { EntityManager } from "../../db/orm.ts";
import { ApiError } from "../../errors.ts";
import {
  type Claim,
  type ClaimState,
  claimIdempotencyKeys,
  findClaims,
  fullIdempotencyKeyOf,
  type KeptAnswer,
  keepAnswers,
  type ResourceClaim,
  releaseClaims,
} from "./claims.ts";

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
  for (const [item, state] of await claimIdempotencyKeysOf(tx, items)) results.set(item, resultOf(state));

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
  await keepAnswers(tx, kept);
  await releaseClaims(tx, released);
  return items.map((item) => results.get(item)!);
}

/**
 * Claims the items' keys, and returns the items without their key. For an item that shares its key with an earlier item
 * of the batch, the state is `freed`.
 */
async function claimIdempotencyKeysOf<Item extends { claim: Claim | undefined }>(
  tx: EntityManager,
  items: Item[],
): Promise<Map<Item, ClaimState>> {
  const claims = items.flatMap((item) => (item.claim ? { item, claim: item.claim, resourceId: null } : []));
  const claimed = await claimIdempotencyKeys(tx, claims);
  const claimedIdempotencyKeys = new Set([...claimed].map(fullIdempotencyKeyOf));
  const unclaimed = claims.filter(({ claim }) => !claimed.has(claim));
  const states = await findClaims(
    tx,
    unclaimed.map(({ claim }) => claim),
  );
  return new Map(
    unclaimed.map(({ item, claim }, index) => [
      item,
      claimedIdempotencyKeys.has(fullIdempotencyKeyOf(claim)) ? { kind: "freed" } : states[index]!,
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
