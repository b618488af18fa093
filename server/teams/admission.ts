/**
 * Admits requests by API key: finds the key's team, takes a token from the key's bucket and reads the database clock.
 *
 * Promises: a key never gets more requests than its bucket allows, counted over all processes. A revoked key and
 * a suspended team are refused within 100 ms, in every process.
 * Costs: one statement for a batch of requests. A key with at least two requests a second takes tokens in advance, at most
 * 1 % of a bucket. They admit its next requests from memory, for a second. Every 100 ms, a small read looks whether any
 * key or team has changed. A small object per key stays in memory.
 * Preconditions: all processes have the same rate limit, and each calls `createAdmission` once.
 */
import { createBatcher, type Result } from "../db/batching/batcher.ts";
import { failFastWhileAway } from "../db/batching/fail-fast.ts";
import { isOnCluster, type Orm } from "../db/orm.ts";
import { ApiError } from "../errors.ts";
import { type RequestKey, readKey } from "./api-key.ts";
import { createRevisionWatch } from "./key-revision.ts";
import { type Admission, admitFrom, createLease, isUsable, isValidIn, type Lease, requestTokens } from "./lease.ts";
import { createTokenTaker, type RateLimit } from "./take-tokens.ts";

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
  const watch = createRevisionWatch(orm);
  const takeTokens = createTokenTaker(orm, rateLimit);

  /** Undefined if the key has the suffix `_test` and may not act in test mode. */
  const admit = (lease: Lease, { testMode }: RequestKey): Admission | undefined =>
    isValidIn(lease.taken.mode, testMode) ? admitFrom(lease, testMode, rateLimit, performance.now()) : undefined;

  /** Admits a request from memory. Undefined if the key's lease has no token left, has expired or is out of date. */
  function admitInAdvance(request: RequestKey): Admission | undefined {
    const lease = leases.get(request.keyHash);
    const time = performance.now();
    return lease && isUsable(lease, time) && watch.isCurrent(lease.taken.revision, time)
      ? admit(lease, request)
      : undefined;
  }

  /** Whether only the age of the last check prevents that the request is admitted from memory. */
  function needsCheck({ keyHash }: RequestKey): boolean {
    const lease = leases.get(keyHash);
    const time = performance.now();
    return lease !== undefined && isUsable(lease, time) && !watch.isChecked(time);
  }

  async function admitBatch(requests: RequestKey[]): Promise<Result<Admission>[]> {
    if (requests.some(needsCheck)) await watch.check();
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

  /** Takes a new lease for each valid key of the requests. The statement returns what is left of the key's old lease. */
  async function takeLeases(
    requests: RequestKey[],
  ): Promise<{ leases: Map<string, Lease>; failed: Map<string, unknown> }> {
    if (requests.length === 0) return { leases: new Map(), failed: new Map() };
    const startedAt = performance.now();
    const groups = [...Map.groupBy(requests, ({ keyHash }) => keyHash)].map(([keyHash, { length }]) => {
      const old = leases.get(keyHash);
      leases.delete(keyHash);
      return { keyHash, old, ...requestTokens(length, old, rateLimit, startedAt) };
    });
    const { taken, failed } = await takeTokens(groups);
    const takenAt = performance.now();
    const newLeases = groups.flatMap(({ keyHash, old }): [string, Lease][] => {
      const tokens = taken.get(keyHash);
      if (!tokens) return [];
      watch.note(tokens.revision, startedAt);
      return [[keyHash, createLease(tokens, old, startedAt, takenAt)]];
    });
    return { leases: new Map(newLeases), failed };
  }

  const admitAlone = async (request: RequestKey) => (await admitBatch([request]))[0]!;
  const admitInBatch = createBatcher({
    run: admitBatch,
    // A node of a cluster may be away alone: keys on other nodes are admitted meanwhile, and no batch waits for its retries.
    ...(isOnCluster(orm.em)
      ? { runAlone: admitAlone, waitsForRetries: false }
      : { runAlone: failFastWhileAway(admitAlone) }),
  });
  return async (key) => {
    const request = readKey(key);
    return admitInAdvance(request) ?? admitInBatch(request);
  };
}
