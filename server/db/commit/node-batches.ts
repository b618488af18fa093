import { type Place, placeOf, type ShardTransaction, transactOnShards } from "../cluster/places.ts";
import { databaseOf, type Orm } from "../orm.ts";
import { transact } from "../transaction.ts";
import type { BatchWork, Submit } from "./batch-work.ts";
import type { Result } from "./batcher.ts";
import { createKeyedBatchers } from "./keyed-batchers.ts";
import { Lane } from "./lane.ts";
import type { Retry } from "./retry-alone.ts";
import { createSharedBatcher, type Entry } from "./shared-batcher.ts";

interface PlacedEntry<Item> extends Entry<Item> {
  place: Place;
}

interface NodeBatches<Item, Out> {
  retry: Retry<Item, Out>;
  /** The maximum wait of a batch for a lock, in milliseconds. */
  lockTimeout: number;
}

/** Submits the items of the teams on each node to batches of their own. */
export function submitByNode<Item, Out>(
  orm: Orm,
  work: BatchWork<Item, Out>,
  { retry, lockTimeout }: NodeBatches<Item, Out>,
): Submit<Item, Out> {
  const batchers = createKeyedBatchers<Orm | undefined, PlacedEntry<Item>, Out>((_, { place: { orm: node } }) => {
    const provider = new Lane(databaseOf(node.em).pool);
    const lane = databaseOf(node.em).on(provider, lockTimeout);
    return createSharedBatcher(work, retry, (batch: PlacedEntry<Item>[]) => {
      if (batch[0]!.place.shard) return transactByShard(node, batch, work, { provider, lockTimeout });
      const items = batch.map(({ item }) => item);
      return transact(node, (tx) => work.run(tx, items), undefined, lane);
    });
  });
  return async (teamId, item) => {
    const place = await placeOf(orm, teamId);
    // Work without a team has batches of its own.
    return batchers.add(place.shard && place.orm, { teamId, item, place });
  };
}

/** Does the work of a batch in one transaction, with statements for each shard, which are all sent at once. */
async function transactByShard<Item, Out>(
  node: Orm,
  batch: PlacedEntry<Item>[],
  work: BatchWork<Item, Out>,
  options: ShardTransaction,
): Promise<Result<Out>[]> {
  const groups = [...Map.groupBy(batch, ({ place }) => place.shard!)].toSorted(([a], [b]) => (a.id < b.id ? -1 : 1));
  const results = new Map<PlacedEntry<Item>, Result<Out>>();
  await transactOnShards(
    node,
    groups.map(([shard]) => shard),
    (parts) =>
      Promise.all(
        groups.map(async ([, entries], index) => {
          const items = entries.map(({ item }) => item);
          const some = await work.run(parts[index]!, items);
          for (const [position, entry] of entries.entries()) results.set(entry, some[position]!);
        }),
      ),
    options,
  );
  return batch.map((entry) => results.get(entry)!);
}
