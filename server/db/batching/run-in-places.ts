import { type EntityManager, isOnCluster, ormOf } from "../orm.ts";
import { placeOf, transactAt } from "../transact-of-team.ts";
import { lockTimeoutOf } from "./isolate.ts";

/**
 * Runs `run` for the items of each shard in a transaction of its own. All other items run in `tx`, as do all on one
 * PostgreSQL. The transactions of shards commit before that of `tx`, so `run` must have one effect if it runs again.
 *
 * @throws the first error, once all transactions have ended
 */
export async function runInPlaces<Item extends { teamId: string }, Result>(
  tx: EntityManager,
  items: Item[],
  run: (tx: EntityManager, items: Item[], isApart: boolean) => Promise<Result>,
): Promise<Result[]> {
  if (!isOnCluster(tx) || items.length === 0) return [await run(tx, items, false)];
  const placed = await Promise.all(items.map(async (item) => ({ item, place: await placeOf(ormOf(tx), item.teamId) })));
  const ended = await Promise.allSettled(
    [...Map.groupBy(placed, ({ place }) => place.shard)].map(([shard, group]) => {
      const some = group.map(({ item }) => item);
      if (!shard) return run(tx, some, false);
      return transactAt(group[0]!.place, (own) => run(own, some, true), lockTimeoutOf(some));
    }),
  );
  return ended.map((each) => {
    if (each.status === "rejected") throw each.reason;
    return each.value;
  });
}
