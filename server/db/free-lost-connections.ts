import type { Pool, PoolClient } from "pg";

/**
 * Gives the place in the pool of a connection that is lost to the next one, whoever has it. A transaction whose
 * connection is lost can be neither committed nor rolled back, and its query builder gives a connection back after one
 * of those only: without this, each transaction under way when the database goes away would take a place for ever.
 */
export function freeLostConnections(pool: Pool): void {
  const taken = new Set<PoolClient>();
  pool.on("acquire", (client) => taken.add(client));
  pool.on("release", (_, client) => taken.delete(client));
  pool.on("connect", (client) => {
    // Whoever hears of it by a failed query has its turn first.
    client.once("end", () => setImmediate(free, client));
  });

  function free(client: PoolClient): void {
    if (!taken.has(client)) return;
    client.release(true);
    // Who does give it back after all is late, not wrong.
    client.release = () => {};
  }
}
