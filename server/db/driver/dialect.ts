/**
 * The dialect of Kysely, and so of the ORM, on a pool of pipelined connections.
 *
 * Promises: statements of a transaction are sent without waiting for the answers to those before. `begin` travels with
 * the first statements.
 * Costs: after a failure, statements that were already sent fail, too; see `Connection`.
 * Preconditions: no statement is streamed.
 */
import {
  type ConnectionProvider,
  type DatabaseConnection,
  DefaultConnectionProvider,
  DefaultQueryExecutor,
  type Dialect,
  type Driver,
  Kysely,
  type KyselyProps,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  Transaction,
  type TransactionSettings,
} from "kysely";
import pg from "pg";
import { Connection } from "./connection.ts";
import { takeClient } from "./pool.ts";
import { SharedReads } from "./shared-reads.ts";

interface DriverOptions {
  /** The maximum wait of transactions for a lock, in milliseconds, instead of the session's. */
  lockTimeout?: number | undefined;
  /** Whether PostgreSQL keeps the plans of a transaction from the first run. */
  keepsPlans?: boolean;
  /** Whether a transaction always has its `begin`, also one whose statements are sent at once. */
  alwaysBegins?: boolean;
}

class PipelinedDriver implements Driver {
  readonly #pool: pg.Pool;
  readonly #settings: Record<string, string>;
  readonly #alwaysBegins: boolean;

  constructor(pool: pg.Pool, { lockTimeout, keepsPlans = false, alwaysBegins = false }: DriverOptions = {}) {
    this.#pool = pool;
    this.#settings = {
      ...(lockTimeout !== undefined && { lock_timeout: `${lockTimeout}` }),
      ...(keepsPlans && { plan_cache_mode: "force_generic_plan" }),
    };
    this.#alwaysBegins = alwaysBegins;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<Connection> {
    const client = await takeClient(this.#pool);
    return new Connection(client);
  }

  async releaseConnection({ client }: Connection): Promise<void> {
    client.release();
  }

  async beginTransaction(connection: Connection, { isolationLevel, accessMode }: TransactionSettings): Promise<void> {
    const isolation = isolationLevel ? ` isolation level ${isolationLevel}` : "";
    const access = accessMode ? ` ${accessMode}` : "";
    const text = `begin${isolation}${access}`;
    connection.begin(text, this.#settings, !this.#alwaysBegins && text === "begin");
  }

  commitTransaction(connection: Connection): Promise<void> {
    return connection.commit();
  }

  rollbackTransaction(connection: Connection): Promise<void> {
    return connection.rollback();
  }

  async savepoint(connection: Connection, name: string): Promise<void> {
    connection.savepoint(pg.escapeIdentifier(name));
  }

  releaseSavepoint(connection: Connection, name: string): Promise<void> {
    return connection.releaseSavepoint(pg.escapeIdentifier(name));
  }

  rollbackToSavepoint(connection: Connection, name: string): Promise<void> {
    return connection.rollbackToSavepoint(pg.escapeIdentifier(name));
  }

  async destroy(): Promise<void> {
    await this.#pool.end();
  }
}

/**
 * Kysely lets each statement of a transaction wait for the one before. This executor passes them on at once, because
 * PostgreSQL keeps their order itself.
 */
class PipelinedExecutor extends DefaultQueryExecutor {
  override withConnectionProvider(single: ConnectionProvider): DefaultQueryExecutor {
    let connection: DatabaseConnection | undefined;
    // Kysely's provider for one connection calls an idle consumer synchronously, and nothing runs on the connection yet.
    void single.provideConnection(async (own) => {
      connection = own;
    });
    return super.withConnectionProvider({ provideConnection: (use) => use(connection!) });
  }
}

/** Typed SQL on a pool. `destroy` closes the pool. */
export class PipelinedDatabase extends Kysely<unknown> {
  readonly pool: pg.Pool;
  /** All pools of this database. */
  readonly pools: pg.Pool[];
  /** Typed SQL on connections that several reads share. A transaction on it would mix with other reads. */
  readonly reads: Kysely<unknown>;
  /** The same on connections whose plans are kept. */
  readonly readsWithPlans: Kysely<unknown> | undefined;
  readonly #alwaysBegins: boolean;

  /** Closes what belongs to this database. */
  readonly #closers: (() => Promise<void>)[] = [];

  /**
   * @param poolWithPlans connections on which PostgreSQL keeps the plans of reads, if those of `pool` do not keep any
   * @param alwaysBegins whether a transaction always has its `begin`, also one whose statements are sent at once
   */
  constructor(pool: pg.Pool, poolWithPlans?: pg.Pool, alwaysBegins = false) {
    const driver = new PipelinedDriver(pool, { alwaysBegins });
    super(propsOf(driver, new DefaultConnectionProvider(driver)));
    this.pool = pool;
    this.pools = poolWithPlans ? [pool, poolWithPlans] : [pool];
    this.#alwaysBegins = alwaysBegins;
    this.reads = this.on(new SharedReads(pool));
    if (!poolWithPlans) return;
    this.readsWithPlans = this.on(new SharedReads(poolWithPlans));
    this.onDestroy(() => poolWithPlans.end());
  }

  /** Calls `close` when the database is closed. */
  onDestroy(close: () => Promise<void>): void {
    this.#closers.push(close);
  }

  override async destroy(): Promise<void> {
    await Promise.all([super.destroy(), ...this.#closers.map((close) => close())]);
  }

  /**
   * Typed SQL on the connections of `provider`, or on those of the pool. PostgreSQL keeps the plans of its transactions.
   *
   * @param lockTimeout the maximum wait of its transactions for a lock, in milliseconds, instead of the session's
   */
  on(provider?: ConnectionProvider, lockTimeout?: number): Kysely<unknown> {
    const keepsPlans = this.readsWithPlans !== undefined;
    const driver = new PipelinedDriver(this.pool, { lockTimeout, keepsPlans, alwaysBegins: this.#alwaysBegins });
    return new Kysely(propsOf(driver, provider ?? new DefaultConnectionProvider(driver)));
  }

  /** A transaction on the connection that `wrap` makes of the connection of another one. */
  wrapped(
    transaction: Transaction<unknown>,
    wrap: (connection: DatabaseConnection) => DatabaseConnection,
  ): Transaction<unknown> {
    const whole = transaction.getExecutor();
    const executor = whole.withConnectionProvider({
      provideConnection: (use) => whole.provideConnection((connection) => use(wrap(connection))),
    });
    const driver = new PipelinedDriver(this.pool);
    return new Transaction({ ...propsOf(driver, new DefaultConnectionProvider(driver)), executor });
  }
}

function propsOf(driver: Driver, provider: ConnectionProvider): KyselyProps {
  const dialect: Dialect = {
    createDriver: () => driver,
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  };
  const executor = new PipelinedExecutor(dialect.createQueryCompiler(), dialect.createAdapter(), provider);
  return { config: { dialect }, dialect, driver, executor };
}
