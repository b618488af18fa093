import {
  type CompiledQuery,
  type DatabaseConnection,
  DefaultQueryExecutor,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  PostgresQueryCompiler,
  type QueryResult,
  type Transaction,
} from "kysely";
import type { Pool, PoolClient } from "pg";
import { isTransactionFailed } from "./faults.ts";
import type { EntityManager, Orm } from "./orm.ts";

/** A transaction's connection, on itself: a WeakMap would keep it for longer. */
const own = Symbol("own connection");

type Transacting = EntityManager & { [own]?: TransactionConnection };

/**
 * Does `work` in a transaction whose statements go out as they are asked for, without waiting for the answers to those
 * before. What is asked for in one turn of the event loop travels together, and is done in that order; so `begin` goes
 * with the first statements, and `commit` with those left to it by `untilCommit`, or with the last one by `withCommit`.
 *
 * There are no transactions within, and no entities to flush. `lockTimeout`: the longest wait for a lock, in
 * milliseconds, instead of the session's.
 */
export async function transact<T>(orm: Orm, work: (tx: EntityManager) => Promise<T>, lockTimeout?: number): Promise<T> {
  const client = await connect(orm);
  try {
    return await transactOn(orm, client, work, { lockTimeout });
  } finally {
    client.release();
  }
}

export const poolOf = (orm: Orm): Promise<Pool> => orm.em.getConnection().getNativeClient();

const connect = async (orm: Orm): Promise<PoolClient> => (await poolOf(orm)).connect();

interface TransactOptions {
  /** The longest wait for a lock, in milliseconds, instead of the session's. */
  lockTimeout?: number | undefined;
  whenItAsksToEnd?: () => void;
}

/** Does it on a connection of the caller's, which is free for the next transaction once this one asks to end. */
export async function transactOn<T>(
  orm: Orm,
  client: PoolClient,
  work: (tx: EntityManager) => Promise<T>,
  { lockTimeout, whenItAsksToEnd = () => {} }: TransactOptions = {},
): Promise<T> {
  const pool = await poolOf(orm);
  const connection = new TransactionConnection(client, whenItAsksToEnd, lockTimeout);
  const tx: Transacting = orm.em.fork();
  tx.setTransactionContext(queriesOn(pool, connection));
  tx[own] = connection;
  try {
    const result = await work(tx);
    await connection.commit();
    return result;
  } catch (error) {
    await connection.rollback();
    throw connection.causeOf(error);
  }
}

/**
 * The results of what is asked for at once. Where it fails, that is the failure of the first that did: those after it
 * only say that the transaction has failed.
 */
export async function allOf<const T extends readonly unknown[]>(
  asked: T,
): Promise<{ -readonly [Place in keyof T]: Awaited<T[Place]> }> {
  await Promise.allSettled(asked);
  return Promise.all(asked);
}

/**
 * Leaves statements that are asked for already, and whose results nobody needs, to the commit: it goes out with them and
 * fails if they do. In another kind of transaction they are waited for.
 */
export async function untilCommit(tx: Transacting, ...statements: Promise<unknown>[]): Promise<void> {
  const all = allOf(statements);
  const connection = tx[own];
  if (connection) connection.leave(all);
  else await all;
}

/**
 * The result of statements that are asked for already and are the transaction's last: the commit goes out behind them,
 * and has succeeded when this answers. In another kind of transaction they are only waited for.
 */
export async function withCommit<T>(tx: Transacting, last: Promise<T>): Promise<T> {
  const [result] = await allOf([last, tx[own]?.commit()]);
  return result;
}

/** A connection as long as its transaction lasts: nothing may happen on it afterwards that thinks it was within. */
class TransactionConnection implements DatabaseConnection {
  readonly #client: PoolClient;
  readonly #whenItAsksToEnd: () => void;
  /** What only the commit waits for. */
  readonly #left: Promise<unknown>[] = [];
  /** The first failure among them. */
  #failureOfLeft: unknown;
  #committed: Promise<void> | undefined;
  #isOver = false;

  constructor(client: PoolClient, whenItAsksToEnd: () => void, lockTimeout: number | undefined) {
    this.#client = client;
    this.#whenItAsksToEnd = whenItAsksToEnd;
    this.leave(client.query(lockTimeout === undefined ? "begin" : `begin; set local lock_timeout = ${lockTimeout}`));
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#isOver) throw new Error("The transaction is over");
    const { rows, rowCount } = await this.#client.query(sql, [...parameters]);
    return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
  }

  leave(statement: Promise<unknown>): void {
    this.#left.push(statement);
    statement.catch((error) => {
      this.#failureOfLeft ??= error;
    });
  }

  /** The failure that an error of a statement follows from: after a failed statement all others are refused. */
  causeOf(error: unknown): unknown {
    return isTransactionFailed(error) ? (this.#failureOfLeft ?? error) : error;
  }

  /** Commits, if that has not been asked for before. */
  commit(): Promise<void> {
    this.#committed ??= this.#commit();
    return this.#committed;
  }

  async #commit(): Promise<void> {
    const [, { command }] = await allOf([allOf(this.#left), this.#end("commit")]);
    // To PostgreSQL a commit of what has failed is no error.
    if (command !== "COMMIT") throw new Error("A statement of the transaction failed, and nobody said so");
  }

  /** Undoes what was done, unless a commit that failed has. Of a connection that is lost there is nothing to undo. */
  async rollback(): Promise<void> {
    if (!this.#isOver) await this.#end("rollback").catch(() => {});
  }

  #end(how: "commit" | "rollback") {
    this.#isOver = true;
    const ended = this.#client.query(how);
    this.#whenItAsksToEnd();
    return ended;
  }

  streamQuery(): never {
    throw new TypeError("Nothing is read piece by piece here");
  }
}

// Making one takes longer than compiling a statement. They keep nothing from one statement to the next.
const compiler = new PostgresQueryCompiler();
const adapter = new PostgresAdapter();

/** Kysely hands each statement to the connection at once, in the turn that asks for it. */
function queriesOn(pool: Pool, connection: DatabaseConnection): Transaction<unknown> {
  const dialect = new PostgresDialect({ pool });
  const provider = { provideConnection: <T>(use: (connection: DatabaseConnection) => Promise<T>) => use(connection) };
  const executor = new DefaultQueryExecutor(compiler, adapter, provider);
  return new Kysely({ config: { dialect }, dialect, driver: dialect.createDriver(), executor }) as Transaction<unknown>;
}
