import { createBatcher, type Result } from "../batcher.ts";
import { isDatabaseAway } from "./faults.ts";
import { createLine } from "./line.ts";
import type { EntityManager, Orm } from "./orm.ts";
import { transact } from "./transaction.ts";

/**
 * Work on a list of items inside one transaction; results stand in the order of the items, and an item's own failure
 * is its result. `again` says that an earlier transaction with this item may have committed: its connection was lost.
 */
export type BatchWork<Item, Out> = (tx: EntityManager, items: Item[], again: boolean) => Promise<Result<Out>[]>;

/** Does `work` for `item`, in one transaction with whatever else arrives for that work meanwhile. */
export type GroupCommit = <Item, Out>(work: BatchWork<Item, Out>, item: Item) => Promise<Out>;

/**
 * Group commit on a database: each kind of work has two transactions in line on one connection, so that the database
 * need not wait for us in between.
 */
export function createGroupCommit(orm: Orm): GroupCommit {
  // The key and the value of an entry are of the same Item and Out, which a Map's type cannot say.
  const batchers = new Map<unknown, unknown>();

  function batcherOf<Item, Out>(work: BatchWork<Item, Out>): (item: Item) => Promise<Out> {
    const known = batchers.get(work);
    if (known) return known as (item: Item) => Promise<Out>;
    const line = createLine(orm);
    const batcher = createBatcher<Item, Out>({
      atOnce: 2,
      run: (items) => line((tx) => work(tx, items, false)),
      async runAlone(item, reason) {
        const [result] = await transact(orm, (tx) => work(tx, [item], isDatabaseAway(reason)));
        return result!;
      },
    });
    batchers.set(work, batcher);
    return batcher;
  }

  return (work, item) => batcherOf(work)(item);
}
