import type { PoolClient } from "pg";
import type { EntityManager, Orm } from "./orm.ts";
import { connect, transactOn } from "./transaction.ts";

interface Line {
  client: Promise<PoolClient>;
  /** Ends when the last transaction in line asks to end. */
  last: Promise<void>;
  transactions: number;
}

/**
 * Does transactions one after the other on one connection, each right behind the commit of the one before: the database
 * begins the next while we have yet to hear of the last. Who needs several round trips has the others wait until it
 * asks to end. The connection is back in the pool as soon as nobody is in line; after a failure, which may be its own,
 * the next ones have another.
 */
export function createLine(orm: Orm): <T>(work: (tx: EntityManager) => Promise<T>) => Promise<T> {
  let line: Line | undefined;

  return async (work) => {
    line ??= { client: connect(orm), last: Promise.resolve(), transactions: 0 };
    const own = line;
    const before = own.last;
    const { promise, resolve: next } = Promise.withResolvers<void>();
    own.last = promise;
    own.transactions += 1;
    try {
      await before;
      return await transactOn(orm, await own.client, work, next);
    } catch (error) {
      if (line === own) line = undefined;
      throw error;
    } finally {
      next();
      own.transactions -= 1;
      if (own.transactions === 0) {
        if (line === own) line = undefined;
        // Where there is none, whoever was in line has been told.
        own.client.then(
          (client) => client.release(),
          () => {},
        );
      }
    }
  };
}
