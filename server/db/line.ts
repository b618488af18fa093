/**
 * Runs transactions one after another on a single connection: a lane. Each `begin` is sent right behind the previous
 * `commit`, without waiting for its answer, so the database is not idle between two transactions.
 *
 * Promises: transactions run in the order of the calls. After a failure, later calls get a new connection.
 * Costs: one connection while the lane is in use. A transaction of several round trips delays those behind it.
 * Preconditions: no transaction waits for a later transaction of its lane.
 */
import type { Pool, PoolClient } from "pg";
import type { EntityManager, Orm } from "./orm.ts";
import { poolOf, transactOn } from "./transaction.ts";

/** A connection and the transactions that run or wait on it. It goes back to the pool after the last one. */
interface Lane {
  client: Promise<PoolClient>;
  isConnected: boolean;
  /** Resolves when the last transaction in the lane has sent its `commit` or `rollback`. */
  lastEndSent: Promise<void>;
  transactionCount: number;
}

/**
 * Makes a lane. It takes a new connection after a failure, because the failure may be the connection's. It also does
 * so when others wait for the pool: under steady load it would otherwise never give its connection back.
 *
 * @param lockTimeout the maximum wait for a lock, in milliseconds, instead of the session's
 */
export function createLane(orm: Orm, lockTimeout?: number): <T>(work: (tx: EntityManager) => Promise<T>) => Promise<T> {
  /** The lane that later calls join; undefined: they open one. */
  let current: Lane | undefined;

  function open(pool: Pool): Lane {
    const opened: Lane = {
      client: pool.connect(),
      isConnected: false,
      lastEndSent: Promise.resolve(),
      transactionCount: 0,
    };
    opened.client.then(
      () => {
        opened.isConnected = true;
      },
      // Each transaction that waits for the connection gets the error.
      () => {},
    );
    return opened;
  }

  function close(lane: Lane): void {
    if (current === lane) current = undefined;
  }

  return async (work) => {
    const pool = await poolOf(orm);
    if (current?.isConnected && pool.waitingCount > 0) current = undefined;
    current ??= open(pool);
    const lane = current;
    const previousEndSent = lane.lastEndSent;
    const { promise: endSent, resolve: onEndSent } = Promise.withResolvers<void>();
    lane.lastEndSent = endSent;
    lane.transactionCount += 1;
    try {
      await previousEndSent;
      return await transactOn(orm, await lane.client, work, { lockTimeout, onEndSent });
    } catch (error) {
      close(lane);
      throw error;
    } finally {
      onEndSent();
      lane.transactionCount -= 1;
      if (lane.transactionCount === 0) {
        close(lane);
        // Without a connection there is nothing to release, and each transaction has got the error.
        lane.client.then(
          (client) => client.release(),
          () => {},
        );
      }
    }
  };
}
