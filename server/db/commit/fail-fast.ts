import { isDatabaseAway } from "../faults.ts";
import type { Result } from "./batcher.ts";

/** Does the work for one item of a batch that failed as a whole; `batchError` is the error of that batch. */
type RunAlone<Item, Out> = (item: Item, batchError: unknown) => Promise<Result<Out>>;

/**
 * Stops retrying the items of a failed batch once the database is away for one of them: the remaining items fail with
 * the same error. Otherwise each of them would wait for a connection after the one before.
 */
export function failFastWhileAway<Item, Out>(run: RunAlone<Item, Out>): RunAlone<Item, Out> {
  const awayErrors = new WeakMap<object, unknown>();
  return async (item, batchError) => {
    const batch = batchError as object;
    if (awayErrors.has(batch)) throw awayErrors.get(batch);
    try {
      return await run(item, batchError);
    } catch (error) {
      if (isDatabaseAway(error)) awayErrors.set(batch, error);
      throw error;
    }
  };
}
