/**
 * Pipelined transactions: each statement is sent without waiting for the answers to those before it.
 *
 * Promises: PostgreSQL runs statements in the order of the calls. Statements of one tick travel together. So `begin`
 * travels with the first statements, and `commit` with the last ones (`deferToCommit`, `withCommit`).
 * Costs: after a failure, statements that were already sent fail, too. Await them with `allOf`, which throws the cause.
 * Preconditions: `work` starts no nested transaction, flushes no entities, and sends nothing after `withCommit`.
 */
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

/**
 * The key of a transaction's connection, which is a property of its entity manager. A WeakMap would keep the connection
 * for longer, until old objects are collected.
 */
const connectionKey = Symbol("transaction connection");

type Transacting = EntityManager & { [connectionKey]?: TransactionConnection };

/**
 * Runs `work` in a pipelined transaction on a connection of the pool.
 *
 * @param lockTimeout the maximum wait for a lock, in milliseconds, instead of the session's
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
  /** The maximum wait for a lock, in milliseconds, instead of the session's. */
  lockTimeout?: number | undefined;
  /** Called once `commit` or `rollback` is sent: another transaction may then use the connection. */
  onEndSent?: () => void;
}

/** Runs `work` in a pipelined transaction on the caller's connection, and does not release it. */
export async function transactOn<T>(
  orm: Orm,
  client: PoolClient,
  work: (tx: EntityManager) => Promise<T>,
  { lockTimeout, onEndSent = () => {} }: TransactOptions = {},
): Promise<T> {
  const pool = await poolOf(orm);
  const connection = new TransactionConnection(client, onEndSent, lockTimeout);
  const tx: Transacting = orm.em.fork();
  tx.setTransactionContext(queriesOn(pool, connection));
  tx[connectionKey] = connection;
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
 * Waits for statements that were sent together, and returns their results. If any fail, it throws the error of the
 * first: the errors of the later ones only say that the transaction has failed.
 */
export async function allOf<const T extends readonly unknown[]>(
  statements: T,
): Promise<{ -readonly [Index in keyof T]: Awaited<T[Index]> }> {
  await Promise.allSettled(statements);
  return Promise.all(statements);
}

/**
 * Lets the commit wait for statements whose results are not needed; the commit fails if one of them fails. They are
 * already sent. In any other kind of transaction, this waits for them.
 */
export async function deferToCommit(tx: Transacting, ...statements: Promise<unknown>[]): Promise<void> {
  const all = allOf(statements);
  const connection = tx[connectionKey];
  if (connection) connection.defer(all);
  else await all;
}

/**
 * Sends the commit right behind the last statements, which are already sent, and returns their result once the commit
 * has succeeded. In any other kind of transaction, this only waits for the statements.
 */
export async function withCommit<T>(tx: Transacting, last: Promise<T>): Promise<T> {
  const [result] = await allOf([last, tx[connectionKey]?.commit()]);
  return result;
}

/** The connection of one transaction. It refuses statements once the transaction has ended. */
class TransactionConnection implements DatabaseConnection {
  readonly #client: PoolClient;
  readonly #onEndSent: () => void;
  /** The statements that only the commit waits for. */
  readonly #deferred: Promise<unknown>[] = [];
  /** The error of the first deferred statement that failed. */
  #deferredError: unknown;
  #committed: Promise<void> | undefined;
  #hasEnded = false;

  constructor(client: PoolClient, onEndSent: () => void, lockTimeout: number | undefined) {
    this.#client = client;
    this.#onEndSent = onEndSent;
    this.defer(client.query(lockTimeout === undefined ? "begin" : `begin; set local lock_timeout = ${lockTimeout}`));
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#hasEnded) throw new Error("The transaction is over");
    const { rows, rowCount } = await this.#client.query(sql, [...parameters]);
    return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
  }

  defer(statement: Promise<unknown>): void {
    this.#deferred.push(statement);
    statement.catch((error) => {
      this.#deferredError ??= error;
    });
  }

  /** Replaces an error that only says that the transaction has failed by the error of the deferred statement. */
  causeOf(error: unknown): unknown {
    return isTransactionFailed(error) ? (this.#deferredError ?? error) : error;
  }

  /** Commits at the first call. Later calls return the same promise. */
  commit(): Promise<void> {
    this.#committed ??= this.#commit();
    return this.#committed;
  }

  async #commit(): Promise<void> {
    const [, { command }] = await allOf([allOf(this.#deferred), this.#end("commit")]);
    // PostgreSQL answers the commit of a failed transaction with ROLLBACK, and not with an error.
    if (command !== "COMMIT") throw new Error("A statement of the transaction failed, and its error was ignored");
  }

  /** Rolls back, unless a commit was sent: if it failed, nothing is left to undo. The same is true of a lost connection. */
  async rollback(): Promise<void> {
    if (!this.#hasEnded) await this.#end("rollback").catch(() => {});
  }

  #end(how: "commit" | "rollback") {
    this.#hasEnded = true;
    const ended = this.#client.query(how);
    this.#onEndSent();
    return ended;
  }

  streamQuery(): never {
    throw new TypeError("A pipelined transaction does not stream rows");
  }
}

// Shared, because making them takes longer than compiling a statement. They keep no state between statements.
const compiler = new PostgresQueryCompiler();
const adapter = new PostgresAdapter();

/** Typed SQL on a connection. Kysely passes each statement on in the tick of its call. */
function queriesOn(pool: Pool, connection: DatabaseConnection): Transaction<unknown> {
  const dialect = new PostgresDialect({ pool });
  const provider = { provideConnection: <T>(use: (connection: DatabaseConnection) => Promise<T>) => use(connection) };
  const executor = new DefaultQueryExecutor(compiler, adapter, provider);
  return new Kysely({ config: { dialect }, dialect, driver: dialect.createDriver(), executor }) as Transaction<unknown>;
}
