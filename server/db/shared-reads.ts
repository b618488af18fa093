import type { Pool, PoolClient } from "pg";

/** How many connections of a pool are shared; the others are for transactions. */
const mostShared = 3;

/** How many reads are under way on a connection before another one is shared, too. */
const crowd = 8;

/** A connection while there is something to read on it. */
interface Shared {
  client: Promise<PoolClient>;
  isConnected: boolean;
  reads: number;
}

const sharedOf = new WeakMap<Pool, Set<Shared>>();

/**
 * Reads on a connection that others may be reading on, without waiting for their answers: reads that arrive together
 * reach the database together, and their rows come back together. It answers one after the other, so this is for quick
 * ones only.
 */
export async function readShared(pool: Pool, text: string, values: unknown[]): Promise<unknown[]> {
  const all = sharedOf.get(pool) ?? new Set();
  sharedOf.set(pool, all);
  // Under steady load a shared connection would never get back to those that wait for a place in the pool.
  if (pool.waitingCount > 0) for (const shared of all) if (shared.isConnected) all.delete(shared);
  const shared = choose(all, () => pool.connect());
  shared.reads += 1;
  try {
    const client = await shared.client;
    return (await client.query(text, values)).rows;
  } finally {
    shared.reads -= 1;
    if (shared.reads === 0) {
      all.delete(shared);
      shared.client.then((client) => client.release()).catch(() => {});
    }
  }
}

/** The least busy connection, or another one where all have a crowd. */
function choose(all: Set<Shared>, connect: () => Promise<PoolClient>): Shared {
  const [least] = [...all].toSorted((a, b) => a.reads - b.reads);
  if (least && (least.reads < crowd || all.size >= mostShared)) return least;
  const shared: Shared = { client: connect(), isConnected: false, reads: 0 };
  shared.client.then(
    () => {
      shared.isConnected = true;
    },
    // Each read that waits for the connection is told.
    () => {},
  );
  all.add(shared);
  return shared;
}
