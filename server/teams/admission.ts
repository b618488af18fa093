/**
 * Admits requests by API key: finds the key's team, takes a token from the key's bucket and reads the database clock.
 *
 * Promises: a key never gets more requests than its bucket allows, counted over all processes. A revoked key and
 * a suspended team are refused within 100 ms, in every process.
 * Costs: one statement for a batch of requests. If a key has four requests in the batch and its last lease, the statement
 * takes a lease, too. A lease has tokens in advance, at most 1 % of a bucket. They admit the next requests from memory, for
 * 100 ms. A small object per key stays in memory.
 * Preconditions: all processes have the same rate limit, and each calls `createAdmission` once.
 */
import { createBatcher, type Result } from "../db/batching/batcher.ts";
import { failFastWhileAway } from "../db/batching/fail-fast.ts";
import type { Orm } from "../db/orm.ts";
import { ApiError } from "../errors.ts";
import { type RequestKey, readKey } from "./api-key.ts";
import { type Admission, admitFrom, createLease, isUsable, isValidIn, type Lease, tokensToTake } from "./lease.ts";
import { type RateLimit, takeTokens } from "./take-tokens.ts";

export type { Admission };

/**
 * Returns the function that admits a request by its key.
 *
 * @throws missing_team_context for a key that is not valid
 * @see docs/decisions.md, Rate limit
 */
export function createAdmission(orm: Orm, rateLimit: RateLimit): (key: string) => Promise<Admission> {
  /** The last lease of each key. One without tokens still tells how busy its key is. */
  const leases = new Map<string, Lease>();

  /** Undefined if the key has the suffix `_test` and may not act in test mode. */
  const admit = (lease: Lease, { testMode }: RequestKey): Admission | undefined =>
    isValidIn(lease.taken.mode, testMode) ? admitFrom(lease, testMode, rateLimit, performance.now()) : undefined;

  /** Admits a request from memory. Undefined if the key's lease has no token left or has expired. */
  function admitInAdvance(request: RequestKey): Admission | undefined {
    const lease = leases.get(request.keyHash);
    return lease && isUsable(lease, performance.now()) ? admit(lease, request) : undefined;
  }

  async function admitBatch(requests: RequestKey[]): Promise<Result<Admission>[]> {
    // The previous batch may have taken tokens in advance while these requests waited.
    const admittedInAdvance = requests.map(admitInAdvance);
    const { leases: newLeases, failed } = await takeLeases(requests.filter((_, index) => !admittedInAdvance[index]));
    const results = requests.map((request, index): Result<Admission> => {
      const lease = newLeases.get(request.keyHash);
      const admission = admittedInAdvance[index] ?? (lease && admit(lease, request));
      if (admission) return { ok: true, value: admission };
      return { ok: false, error: failed.get(request.keyHash) ?? new ApiError("missing_team_context") };
    });
    for (const [keyHash, lease] of newLeases) leases.set(keyHash, lease);
    return results;
  }

  /**
   * Takes a new lease for each valid key of the requests. The tokens that are left of the key's old lease go into the new
   * lease. If the new lease needs fewer tokens, the statement returns the surplus to the bucket.
   */
  async function takeLeases(
    requests: RequestKey[],
  ): Promise<{ leases: Map<string, Lease>; failed: Map<string, unknown> }> {
    if (requests.length === 0) return { leases: new Map(), failed: new Map() };
    const startedAt = performance.now();
    const groups = [...Map.groupBy(requests, ({ keyHash }) => keyHash)].map(([keyHash, { length }]) => {
      const old = leases.get(keyHash);
      leases.delete(keyHash);
      return { keyHash, old, count: tokensToTake(length, old, rateLimit, startedAt) };
    });
    const { taken, failed } = await takeTokens(orm, rateLimit, groups);
    const takenAt = performance.now();
    const newLeases = groups.flatMap(({ keyHash, old }): [string, Lease][] => {
      const tokens = taken.get(keyHash);
      return tokens ? [[keyHash, createLease(tokens, old, startedAt, takenAt)]] : [];
    });
    return { leases: new Map(newLeases), failed };
  }

  const admitInBatch = createBatcher({
    run: admitBatch,
    runAlone: failFastWhileAway(async (request: RequestKey) => (await admitBatch([request]))[0]!),
  });
  return async (key) => {
    const request = readKey(key);
    return admitInAdvance(request) ?? admitInBatch(request);
  };
}
