/**
 * Runs transactions one after another on a single connection: a lane. Each `begin` is sent right behind the previous
 * `commit`, without waiting for its answer, so the database is not idle between two transactions.
 *
 * Promises: transactions run in the order of the calls. After a failure, later calls get a new connection.
 * Costs: one connection while the lane is in use. A transaction of several round trips delays those behind it.
 * Preconditions: no transaction waits for a later transaction of its lane.
 */
import type { ConnectionProvider, DatabaseConnection } from "kysely";
import type { Pool } from "pg";
import { Connection } from "../driver/connection.ts";
import { SharedClient } from "../driver/shared-client.ts";

interface LaneClient {
  shared: SharedClient;
  /** Resolves when the last transaction on the connection has sent its `commit` or `rollback`. */
  lastEndSent: Promise<void>;
}

export class Lane implements ConnectionProvider {
  readonly #pool: Pool;
  /** The connection that later calls join; undefined: they take one. */
  #current: LaneClient | undefined;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async provideConnection<T>(transact: (connection: DatabaseConnection) => Promise<T>): Promise<T> {
    // Under steady load the lane would otherwise never give its connection back to those that wait for the pool.
    if (this.#current?.shared.isConnected && this.#pool.waitingCount > 0) this.#current = undefined;
    this.#current ??= { shared: new SharedClient(this.#pool), lastEndSent: Promise.resolve() };
    const client = this.#current;
    const leave = () => {
      if (this.#current === client) this.#current = undefined;
    };
    const previousEndSent = client.lastEndSent;
    const { promise, resolve: onEndSent } = Promise.withResolvers<void>();
    client.lastEndSent = promise;
    try {
      return await client.shared.use(async (connected) => {
        await previousEndSent;
        return transact(new Connection(connected, onEndSent));
      }, leave);
    } catch (error) {
      leave();
      throw error;
    } finally {
      onEndSent();
    }
  }
}
