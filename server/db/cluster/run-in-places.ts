import { lockTimeoutOf } from "../locks.ts";
import { databaseOf, type EntityManager, ormOf } from "../orm.ts";
import { placeOf, transactOfTeam } from "./places.ts";

/**
 * Runs `run` for all items in `tx`, on one PostgreSQL. On a cluster it runs for the items of each shard, apart: in a
 * transaction of their own. These commit before `tx`, so `run` must have one effect if it runs again.
 *
 * @throws the first error, once all transactions have ended
 */
export async function runInPlaces<Item extends { teamId: string }, Result>(
  tx: EntityManager,
  items: Item[],
  run: (tx: EntityManager, items: Item[], isApart: boolean) => Promise<Result>,
): Promise<Result[]> {
  if (items.length === 0 || !databaseOf(tx).isCluster) return [await run(tx, items, false)];
  const orm = ormOf(tx);
  const placed = await Promise.all(items.map(async (item) => ({ item, place: await placeOf(orm, item.teamId) })));
  const ended = await Promise.allSettled(
    [...Map.groupBy(placed, ({ place }) => place.shard).values()].map((group) => {
      const some = group.map(({ item }) => item);
      return transactOfTeam(orm, some[0]!.teamId, (own) => run(own, some, true), lockTimeoutOf(some));
    }),
  );
  return ended.map((each) => {
    if (each.status === "rejected") throw each.reason;
    return each.value;
  });
}
