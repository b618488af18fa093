/**
 * Runs reads of several callers on the same connection, without waiting for the answers in between. Reads that arrive
 * together reach the database together.
 *
 * Promises: at most three connections of a pool accept reads at a time; the others stay free for transactions.
 * Costs: PostgreSQL answers the reads of a connection one after another, so a slow read delays those behind it.
 * Preconditions: each read is a single quick statement that needs no transaction.
 */
import type { Pool, PoolClient } from "pg";

const maxSharedConnections = 3;

/** How many reads run on a connection before another one is shared, too. */
const sharingThreshold = 8;

/** A connection while reads run on it. */
interface SharedConnection {
  client: Promise<PoolClient>;
  isConnected: boolean;
  readCount: number;
}

const connectionsOf = new WeakMap<Pool, Set<SharedConnection>>();

export async function readShared(pool: Pool, text: string, values: unknown[]): Promise<unknown[]> {
  const connections = connectionsOf.get(pool) ?? new Set();
  connectionsOf.set(pool, connections);
  // Under steady load a shared connection would never become free for those that wait for the pool.
  if (pool.waitingCount > 0) for (const shared of connections) if (shared.isConnected) connections.delete(shared);
  const shared = choose(connections, () => pool.connect());
  shared.readCount += 1;
  try {
    const client = await shared.client;
    return (await client.query(text, values)).rows;
  } finally {
    shared.readCount -= 1;
    if (shared.readCount === 0) {
      connections.delete(shared);
      shared.client.then((client) => client.release()).catch(() => {});
    }
  }
}

/** The least busy connection, or a new one if all have reached `sharingThreshold`. */
function choose(connections: Set<SharedConnection>, connect: () => Promise<PoolClient>): SharedConnection {
  const [leastBusy] = [...connections].toSorted((a, b) => a.readCount - b.readCount);
  if (leastBusy && (leastBusy.readCount < sharingThreshold || connections.size >= maxSharedConnections)) {
    return leastBusy;
  }
  const shared: SharedConnection = { client: connect(), isConnected: false, readCount: 0 };
  shared.client.then(
    () => {
      shared.isConnected = true;
    },
    // Each read that waits for the connection gets the error.
    () => {},
  );
  connections.add(shared);
  return shared;
}
