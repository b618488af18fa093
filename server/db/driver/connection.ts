/**
 * Sends statements on a connection of the pool, without waiting for the answers to those before.
 *
 * Promises: PostgreSQL runs statements in the order of the calls. After a failure, each later statement of the
 * transaction, and its commit, fail with the error of the first. A rollback to a savepoint ends this. A transaction that
 * ends in its first tick is sent without `begin` and `commit`, as a single group; see `StatementGroup`.
 * Costs: names of prepared statements are never removed, here or in PostgreSQL.
 * Preconditions: a `Connection` has one transaction. Texts of prepared statements must be few, without parts that a caller
 * chooses. PostgreSQL may reuse one plan, so that plan must suit all values.
 */
import type { CompiledQuery, DatabaseConnection, QueryResult } from "kysely";
import type { DatabaseError, QueryConfig, QueryResult as Result } from "pg";
import { executionOf } from "./execution.ts";
import type { PooledClient } from "./pool.ts";
import { serialize } from "./statement-group.ts";

/** The name of each prepared statement, by its text. It is the same on all connections. */
const names = new Map<string, string>();

/**
 * The codes of errors that follow from a failure before: the transaction has failed, and a prepared statement is unknown
 * because PostgreSQL has skipped it.
 */
const consequences = new Set<unknown>(["25P02", "26000"]);

export class Connection implements DatabaseConnection {
  readonly client: PooledClient;
  readonly #onEndSent: () => void;
  /** `over`: `commit` or `rollback` is sent, so the connection refuses statements. */
  #transaction: "none" | "open" | "over" = "none";
  #savepoints = 0;
  /** The error of the first statement that failed. */
  #failure: unknown;
  #traced: unknown;
  #committed: Promise<void> | undefined;
  /** The text of `begin`, until it is sent or is known to be needless. */
  #unsentBegin: string | undefined;
  /** Sends the statements that wait with `begin`. */
  #firstTick: (() => void)[] = [];
  /** The result of the last statement. It comes after the commit of an implicit transaction. */
  #lastResult: Promise<Result> | undefined;

  /** @param onEndSent called once `commit` or `rollback` is sent: another transaction may then use the client */
  constructor(client: PooledClient, onEndSent: () => void = () => {}) {
    this.client = client;
    this.#onEndSent = onEndSent;
  }

  async executeQuery<Row>({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#transaction === "over") throw new Error("The transaction is over");
    const execution = executionOf(query);
    if (execution === "committing" && this.#savepoints > 0) throw new Error("A nested transaction cannot commit");
    const result = this.#send({
      text: sql,
      values: parameters as unknown[],
      ...(execution !== undefined && { name: nameOf(sql) }),
    });
    if (this.#transaction === "open" && execution === "deferred") {
      // The commit fails with this error.
      result.catch(() => {});
      return { rows: [] };
    }
    try {
      if (this.#transaction === "open" && execution === "committing") await Promise.all([result, this.commit()]);
      const { rows, rowCount } = await result;
      // A text with several statements has an array of results instead.
      return { rows: rows ?? [], ...(rowCount != null && { numAffectedRows: BigInt(rowCount) }) };
    } catch (error) {
      throw this.#trace(error);
    }
  }

  streamQuery(): never {
    throw new TypeError("Rows are not streamed");
  }

  /**
   * Sends `begin` and the transaction's settings, in the same network write as the first statements.
   *
   * @param mayBeImplicit whether `begin` is left out if the transaction ends in this tick
   */
  begin(text: string, settings: Record<string, string>, mayBeImplicit: boolean): void {
    this.#transaction = "open";
    this.#unsentBegin = text;
    if (mayBeImplicit) process.nextTick(() => this.#sendFirstTick());
    else this.#sendFirstTick();
    for (const values of Object.entries(settings)) {
      // A text with the value in it would be a prepared statement for each value.
      const setting = "select set_config($1, $2, true)";
      this.#send({ text: setting, name: nameOf(setting), values }).catch(() => {});
    }
  }

  #sendFirstTick(): void {
    const text = this.#unsentBegin;
    if (text === undefined) return;
    this.#unsentBegin = undefined;
    this.#send({ text, name: nameOf(text) }).catch(() => {});
    for (const send of this.#firstTick) send();
  }

  /** Commits at the first call. Later calls return the same promise. */
  commit(): Promise<void> {
    this.#committed ??= this.#commit();
    return this.#committed;
  }

  async #commit(): Promise<void> {
    if (this.#unsentBegin !== undefined && this.#failure === undefined) return this.#commitFirstTick();
    // PostgreSQL answers the commit of a failed transaction with ROLLBACK, and not with an error.
    const { command } = await this.#end(this.#failure === undefined ? "commit" : "rollback");
    if (command !== "COMMIT") throw this.#failure;
  }

  /** Sends all statements as a group. PostgreSQL commits them at its Sync, as an implicit transaction. */
  async #commitFirstTick(): Promise<void> {
    this.#unsentBegin = undefined;
    this.#transaction = "over";
    for (const send of this.#firstTick) send();
    this.client.endGroup();
    this.#onEndSent();
    await this.#lastResult;
  }

  /** Rolls back, unless a commit was sent: if it failed, nothing is left to undo. The same is true of a lost connection. */
  async rollback(): Promise<void> {
    if (this.#transaction !== "over") await this.#end("rollback").catch(() => {});
  }

  #end(text: "commit" | "rollback"): Promise<Result> {
    this.#transaction = "over";
    const ended = this.#send({ text });
    this.#onEndSent();
    return ended;
  }

  /** Begins a nested transaction. */
  savepoint(name: string): void {
    this.#savepoints += 1;
    this.#send({ text: `savepoint ${name}` }).catch(() => {});
  }

  async releaseSavepoint(name: string): Promise<void> {
    await this.#send({ text: `release ${name}` });
    this.#savepoints -= 1;
  }

  async rollbackToSavepoint(name: string): Promise<void> {
    await this.#send({ text: `rollback to ${name}` });
    this.#savepoints -= 1;
    this.#failure = undefined;
  }

  /**
   * The promise is made here, because a promise of `pg` would keep later queries in memory.
   *
   * @see docs/performance.md, Own promises for the driver's queries
   */
  #send(statement: QueryConfig): Promise<Result> {
    // A text without a name and parameters is a simple query, which PostgreSQL answers at once.
    const isSimple = statement.name === undefined && !statement.values?.length;
    const isGrouped = this.#transaction === "open" && !isSimple;
    this.#lastResult = new Promise((resolve, reject) => {
      const serialized = isGrouped ? this.#serialize(statement) : statement;
      const send = () =>
        this.client.send(
          serialized,
          (error, result) => (error ? reject(this.#causeOf(error as DatabaseError)) : resolve(result)),
          isGrouped,
        );
      if (isGrouped && this.#unsentBegin !== undefined) return void this.#firstTick.push(send);
      this.#sendFirstTick();
      send();
    });
    return this.#lastResult;
  }

  /** Finds a value that has no text before anything is sent; see the preconditions of `StatementGroup`. */
  #serialize({ values, ...statement }: QueryConfig): QueryConfig {
    try {
      return { ...statement, values: values?.map(serialize) };
    } catch (error) {
      this.#failure ??= error;
      throw error;
    }
  }

  /** Gives an error the stack of the caller that gets it first. Its own stack shows only the read of the socket. */
  #trace(error: unknown): unknown {
    if (error instanceof Error && error !== this.#traced) Error.captureStackTrace(error);
    this.#traced = error;
    return error;
  }

  /** Replaces an error that follows from the first failure by that failure. */
  #causeOf(error: DatabaseError): unknown {
    if (this.#failure !== undefined && consequences.has(error.code)) return this.#failure;
    this.#failure ??= error;
    return error;
  }
}

function nameOf(text: string): string {
  const name = names.get(text) ?? `prepared_${names.size + 1}`;
  names.set(text, name);
  return name;
}
