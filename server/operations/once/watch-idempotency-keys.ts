import { LimitReached } from "../../db/commit/limiter.ts";
import { ApiError } from "../../errors.ts";
import { type Claim, fullIdempotencyKeyOf } from "./claims.ts";

/**
 * Runs a write, and knows its Idempotency-Key meanwhile.
 *
 * @throws idempotency_in_progress instead of LimitReached, if an earlier write with the same key runs or waits
 */
export type WatchIdempotencyKey = <T>(claim: Claim | undefined, write: () => Promise<T>) => Promise<T>;

export function createIdempotencyKeyWatch(): WatchIdempotencyKey {
  /** The keys of writes that run or wait. */
  const keys = new Set<string>();
  return async (claim, write) => {
    const key = claim && fullIdempotencyKeyOf(claim);
    if (key === undefined) return write();
    const isRepeated = keys.has(key);
    keys.add(key);
    try {
      return await write();
    } catch (error) {
      if (!isRepeated || !(error instanceof LimitReached)) throw error;
      throw new ApiError("idempotency_in_progress", { cause: error });
    } finally {
      if (!isRepeated) keys.delete(key);
    }
  };
}
