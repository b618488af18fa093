import type { Result } from "../batcher.ts";
import { isDatabaseAway } from "./faults.ts";

/** Does the work for one item of a batch that failed as a whole for that reason. */
type RunAlone<Item, Out> = (item: Item, reason: unknown) => Promise<Result<Out>>;

/**
 * Bounds how long the items of a failed batch take by themselves while the database is away. When it is away for one
 * item, the items of the batch that are still to be done fail like that item. Otherwise each of them would wait for a
 * connection after the one before.
 */
export function aloneUnlessAway<Item, Out>(run: RunAlone<Item, Out>): RunAlone<Item, Out> {
  const hopeless = new WeakMap<object, unknown>();
  return async (item, reason) => {
    const failure = reason as object;
    if (hopeless.has(failure)) throw hopeless.get(failure);
    try {
      return await run(item, reason);
    } catch (error) {
      if (isDatabaseAway(error)) hopeless.set(failure, error);
      throw error;
    }
  };
}
