/**
 * Releases a lost connection for its holder, so that its position in the pool is free again. Kysely releases the
 * connection of a transaction only after a commit or rollback, and a lost connection accepts neither.
 *
 * Promises: a lost connection does not reduce the size of the pool.
 * Costs: two listeners on the pool and one per connection. A second release by the holder does nothing.
 * Preconditions: the pool is new, because connections that it already has are not watched.
 */
import type { Pool, PoolClient } from "pg";

export function freeLostConnections(pool: Pool): void {
  const inUse = new Set<PoolClient>();
  pool.on("acquire", (client) => inUse.add(client));
  pool.on("release", (_, client) => inUse.delete(client));
  pool.on("connect", (client) => {
    // A holder whose query failed releases the connection first.
    client.once("end", () => setImmediate(release, client));
  });

  function release(client: PoolClient): void {
    if (!inUse.has(client)) return;
    client.release(true);
    client.release = () => {};
  }
}
