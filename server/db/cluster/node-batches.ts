import { databaseOf, type EntityManager, type Orm } from "../orm.ts";
import { type BatchConnections, type CreateBatcher, type RunBatch, transact } from "../transaction.ts";
import { type Place, placeOf, transactOnShards } from "./places.ts";

/** Adds the items of the teams on each node to batches of their own. Items without a team are apart, too. */
export function batchByNode<Item extends { teamId: string }, Out>(
  orm: Orm,
  create: CreateBatcher<Item, Out>,
  connections?: BatchConnections,
): (item: Item) => Promise<Out> {
  const batchers = new WeakMap<object, (item: Item & { place: Place }) => Promise<Out>>();
  const withoutTeam = {};
  return async (item) => {
    const place = await placeOf(orm, item.teamId);
    const key = place.shard ? place.orm : withoutTeam;
    const add = batchers.get(key) ?? create(runAt(place.orm, connections));
    batchers.set(key, add);
    return add({ ...item, place });
  };
}

/** Runs the batches of a node, each in one transaction. The statements for all of its shards are sent at once. */
function runAt<Item extends { place: Place }>(node: Orm, connections?: BatchConnections): RunBatch<Item> {
  const { pool } = databaseOf(node.em);
  const { lockTimeout } = connections ?? {};
  const provider = connections?.createLane(pool);
  const lane = databaseOf(node.em).on(provider, lockTimeout);
  return async <Result>(batch: Item[], run: (tx: EntityManager, items: Item[]) => Promise<Result[]>) => {
    if (!batch[0]!.place.shard) return transact(node, (tx) => run(tx, batch), undefined, lane);
    const byShard = [...Map.groupBy(batch, ({ place }) => place.shard!)].toSorted(([a], [b]) => (a.id < b.id ? -1 : 1));
    const shards = byShard.map(([shard]) => shard);
    const runAll = (parts: EntityManager[]) =>
      Promise.all(byShard.map(([, items], index) => run(parts[index]!, items)));
    const results = await transactOnShards(node, shards, runAll, { lockTimeout, provider });
    const byItem = new Map(
      byShard.flatMap(([, items], at) => items.map((item, position) => [item, results[at]![position]!])),
    );
    return batch.map((item) => byItem.get(item)!);
  };
}
