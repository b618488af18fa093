import type { Pool } from "pg";
import { type PooledClient, takeClient } from "./pool.ts";

/** A connection of the pool with several users. It goes back to the pool after the last user. */
export class SharedClient {
  readonly client: Promise<PooledClient>;
  isConnected = false;
  userCount = 0;

  constructor(pool: Pool) {
    this.client = takeClient(pool);
    this.client.then(
      () => {
        this.isConnected = true;
      },
      // Each user that waits for the connection gets the error.
      () => {},
    );
  }

  /** Runs `use` as one of the users. `onLast` is called after the last of them, before the connection is released. */
  async use<T>(use: (client: PooledClient) => Promise<T>, onLast: () => void): Promise<T> {
    this.userCount += 1;
    try {
      return await use(await this.client);
    } finally {
      this.userCount -= 1;
      if (this.userCount === 0) {
        onLast();
        // Without a connection there is nothing to release, and each user has got the error.
        this.client.then(
          (client) => client.release(),
          () => {},
        );
      }
    }
  }
}
