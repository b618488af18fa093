import type { Pool, PoolClient } from "pg";
import type { EntityManager, Orm } from "./orm.ts";
import { poolOf, transactOn } from "./transaction.ts";

interface Line {
  client: Promise<PoolClient>;
  isConnected: boolean;
  /** Ends when the last transaction in line asks to end. */
  last: Promise<void>;
  transactions: number;
}

/**
 * Runs transactions one after another on a single connection. Each `begin` goes out right behind the previous `commit`,
 * without waiting for its answer, so that the database need not wait for us. A transaction of several round trips keeps
 * the next ones waiting until it asks to end.
 *
 * After a failure, which may be the connection's, later transactions get another connection. They also do when others
 * wait for a place in the pool: under steady load a line would otherwise keep its connection for ever.
 *
 * @param lockTimeout the longest wait for a lock, in milliseconds, instead of the session's
 */
export function createLine(orm: Orm, lockTimeout?: number): <T>(work: (tx: EntityManager) => Promise<T>) => Promise<T> {
  let line: Line | undefined;

  function open(pool: Pool): Line {
    const opened: Line = { client: pool.connect(), isConnected: false, last: Promise.resolve(), transactions: 0 };
    opened.client.then(
      () => {
        opened.isConnected = true;
      },
      // Each transaction that waits for the connection is told.
      () => {},
    );
    return opened;
  }

  return async (work) => {
    const pool = await poolOf(orm);
    if (line?.isConnected && pool.waitingCount > 0) line = undefined;
    line ??= open(pool);
    const own = line;
    const before = own.last;
    const { promise, resolve: next } = Promise.withResolvers<void>();
    own.last = promise;
    own.transactions += 1;
    try {
      await before;
      return await transactOn(orm, await own.client, work, { lockTimeout, whenItAsksToEnd: next });
    } catch (error) {
      if (line === own) line = undefined;
      throw error;
    } finally {
      next();
      own.transactions -= 1;
      if (own.transactions === 0) {
        if (line === own) line = undefined;
        // Without a connection there is nothing to release, and each transaction has been told.
        own.client.then(
          (client) => client.release(),
          () => {},
        );
      }
    }
  };
}
