/**
 * Runs reads of several callers on the same connection, without waiting for the answers in between. Reads that arrive
 * together reach the database together.
 *
 * Promises: at most three connections of a pool accept reads at a time; the others stay free for transactions.
 * Costs: PostgreSQL answers the reads of a connection one after another, so a slow read delays those behind it.
 * Preconditions: each read is a single quick statement that needs no transaction.
 */
import type { ConnectionProvider, DatabaseConnection } from "kysely";
import type { Pool } from "pg";
import { Connection } from "./connection.ts";
import { SharedClient } from "./shared-client.ts";

export const maxSharedConnections = 3;

/** How many reads run on a connection before another one is shared, too. */
const sharingThreshold = 8;

export class SharedReads implements ConnectionProvider {
  readonly #pool: Pool;
  readonly #clients = new Set<SharedClient>();

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  provideConnection<T>(read: (connection: DatabaseConnection) => Promise<T>): Promise<T> {
    // Under steady load a shared connection would never become free for those that wait for the pool.
    if (this.#pool.waitingCount > 0)
      for (const shared of this.#clients) if (shared.isConnected) this.#clients.delete(shared);
    const shared = this.#choose();
    return shared.use(
      (client) => read(new Connection(client)),
      () => this.#clients.delete(shared),
    );
  }

  /** The least busy connection, or a new one if all have reached `sharingThreshold`. */
  #choose(): SharedClient {
    const [leastBusy] = [...this.#clients].toSorted((a, b) => a.userCount - b.userCount);
    if (leastBusy && (leastBusy.userCount < sharingThreshold || this.#clients.size >= maxSharedConnections)) {
      return leastBusy;
    }
    const shared = new SharedClient(this.#pool);
    this.#clients.add(shared);
    return shared;
  }
}
