interface KeyedBatchers<Key, Item, Out> {
  add(key: Key, item: Item): Promise<Out>;
  /** Whether the key has calls without a result. */
  has(key: Key): boolean;
}

/**
 * Batches calls by key, such as a team. A key's batcher exists while the key has calls without a result, so the
 * memory does not grow with the number of keys.
 */
export function createKeyedBatchers<Key, Item, Out>(
  create: (key: Key, first: Item) => (item: Item) => Promise<Out>,
): KeyedBatchers<Key, Item, Out> {
  const batchers = new Map<Key, { add(item: Item): Promise<Out>; callCount: number }>();
  return {
    async add(key, item) {
      const batcher = batchers.get(key) ?? { add: create(key, item), callCount: 0 };
      batchers.set(key, batcher);
      batcher.callCount += 1;
      try {
        return await batcher.add(item);
      } finally {
        batcher.callCount -= 1;
        if (batcher.callCount === 0) batchers.delete(key);
      }
    },
    has: (key) => batchers.has(key),
  };
}
