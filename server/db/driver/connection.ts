/**
 * Sends statements on a connection of the pool, without waiting for the answers to those before.
 *
 * Promises: PostgreSQL runs statements in the order of the calls. After a failure, each later statement of the
 * transaction, and its commit, fail with the error of the first. A rollback to a savepoint ends this.
 * Costs: names of prepared statements are never removed, here or in PostgreSQL.
 * Preconditions: a `Connection` has one transaction. Texts of prepared statements must be few, without parts that a caller
 * chooses. PostgreSQL may reuse one plan, so that plan must suit all values.
 */
import type { CompiledQuery, DatabaseConnection, QueryResult } from "kysely";
import type { DatabaseError, QueryResult as Result } from "pg";
import { executionOf } from "./execution.ts";
import type { PooledClient } from "./pool.ts";
import { type Statement, serialize } from "./statement-group.ts";

/**
 * The codes of errors that follow from a failure before: the transaction has failed, and a prepared statement is unknown
 * because PostgreSQL has skipped it.
 */
const consequences = new Set<unknown>(["25P02", "26000"]);

/** The codes of errors about values: those that PostgreSQL cannot read, and those that violate a constraint. */
const aboutValues = /^2[23]/;

/** The codes of those that PostgreSQL cannot read, which it quotes. */
const aboutForms = /^22/;

/** Removes what such an error repeats of its row: phones, names and texts, which no log may have. */
function hideValues(error: DatabaseError): void {
  if (!aboutValues.test(error.code ?? "")) return;
  error.detail = undefined;
  error.where = undefined;
  if (!aboutForms.test(error.code!)) return;
  error.message = error.message.replace(/".*"/s, '"…"');
  // The stack repeats the message.
  Error.captureStackTrace(error, hideValues);
}

export class Connection implements DatabaseConnection {
  readonly client: PooledClient;
  readonly #onEndSent: () => void;
  /** `over`: `commit` or `rollback` is sent, so the connection refuses statements. */
  #transaction: "none" | "open" | "over" = "none";
  /** The error of the first statement that failed. */
  #failure: unknown;
  #traced: unknown;
  /** The text of `begin`, until it is sent or is known to be needless. */
  #unsentBegin: string | undefined;
  /** The statements of this tick. They are sent at its end, as a group. */
  #tick: Statement[] = [];
  /** The result of the last statement. */
  #lastResult: Promise<Result> | undefined;

  /** @param onEndSent called once `commit` or `rollback` is sent: another transaction may then use the client */
  constructor(client: PooledClient, onEndSent: () => void = () => {}) {
    this.client = client;
    this.#onEndSent = onEndSent;
  }

  async executeQuery<Row>({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#transaction === "over") throw new Error("The transaction is over");
    const execution = executionOf(query);
    if (execution === "unlimited") this.client.mayBeSilent = true;
    const isPrepared = execution !== undefined && execution !== "unlimited";
    const result = this.#send(sql, parameters, isPrepared);
    if (this.#transaction === "open" && execution === "withoutResult") {
      // The commit fails with this error.
      result.catch(() => {});
      return { rows: [] };
    }
    try {
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
   * Sends `begin` and the transaction's settings in the same network write as the first statements.
   *
   * @param mayBeImplicit whether `begin` is left out if the transaction ends in the tick of its first statement
   */
  begin(text: string, settings: Record<string, string>, mayBeImplicit: boolean): void {
    this.#transaction = "open";
    if (mayBeImplicit) this.#unsentBegin = text;
    else this.#send(text, [], true).catch(() => {});
    // A text with the value in it would be a prepared statement for each value.
    for (const setting of Object.entries(settings)) {
      this.#send("select set_config($1, $2, true)", setting, true).catch(() => {});
    }
  }

  async commit(): Promise<void> {
    if (this.#unsentBegin !== undefined && this.#failure === undefined) return this.#commitTick();
    // PostgreSQL answers the commit of a failed transaction with ROLLBACK, and not with an error.
    const { command } = await this.#end(this.#failure === undefined ? "commit" : "rollback");
    if (command !== "COMMIT") throw this.#failure;
  }

  /**
   * Sends all statements without `begin` and `commit`: PostgreSQL commits a group at its Sync. The last result follows that
   * commit, and has the error of any statement of the group, so it stands for all of them.
   */
  async #commitTick(): Promise<void> {
    this.#unsentBegin = undefined;
    this.#transaction = "over";
    this.#sendTick();
    this.#onEndSent();
    await this.#lastResult;
  }

  /** Rolls back. After a failed commit, and on a lost connection, nothing is left to undo. */
  async rollback(): Promise<void> {
    if (this.#transaction !== "over") await this.#end("rollback").catch(() => {});
  }

  async #end(text: "commit" | "rollback"): Promise<Result> {
    this.#transaction = "over";
    const ended = this.#sendText(text);
    this.#onEndSent();
    const result = await ended;
    this.client.mayBeSilent = false;
    return result;
  }

  /** Begins a nested transaction. */
  savepoint(name: string): void {
    this.#sendText(`savepoint ${name}`).catch(() => {});
  }

  async releaseSavepoint(name: string): Promise<void> {
    await this.#sendText(`release ${name}`);
  }

  async rollbackToSavepoint(name: string): Promise<void> {
    await this.#sendText(`rollback to ${name}`);
    this.#failure = undefined;
  }

  #send(text: string, parameters: readonly unknown[], isPrepared: boolean): Promise<Result> {
    if (!isPrepared && parameters.length === 0) return this.#sendText(text);
    this.#lastResult = this.#promise((done) => {
      const statement = { text, values: this.#serialize(parameters), isPrepared, done };
      if (this.#transaction !== "open") return this.client.sendGroup([statement]);
      if (this.#tick.length === 0) process.nextTick(() => this.#sendTick());
      this.#tick.push(statement);
    });
    return this.#lastResult;
  }

  /** Sends a text that may have several statements, behind those of the tick. */
  #sendText(text: string): Promise<Result> {
    this.#sendTick();
    return this.#promise((done) => this.client.sendText(text, done));
  }

  #sendTick(): void {
    const begin = this.#unsentBegin;
    if (begin !== undefined) this.#tick.unshift({ text: begin, values: [], isPrepared: true, done: () => {} });
    this.#unsentBegin = undefined;
    if (this.#tick.length > 0) this.client.sendGroup(this.#tick);
    this.#tick = [];
  }

  /**
   * The promise is made here, because a promise of `pg` would keep later queries in memory.
   *
   * @see docs/performance.md, Own promises for the driver's queries
   */
  #promise(send: (done: Statement["done"]) => void): Promise<Result> {
    return new Promise((resolve, reject) => {
      send((error, result) => (error ? reject(this.#failureOf(error as DatabaseError)) : resolve(result)));
    });
  }

  /** Finds a value that has no text before anything of the tick is sent. */
  #serialize(values: readonly unknown[]): Statement["values"] {
    try {
      return values.map((value) => serialize(value));
    } catch (error) {
      this.#failure ??= error;
      throw error;
    }
  }

  /** Gives an error the stack of the caller that gets it first. Its own stack shows only the read of the socket. */
  #trace(error: unknown): unknown {
    if (error instanceof Error && error !== this.#traced) Error.captureStackTrace(error, this.#trace);
    this.#traced = error;
    return error;
  }

  /** Replaces an error that follows from the first failure by that failure. */
  #failureOf(error: DatabaseError): unknown {
    hideValues(error);
    if (this.#failure !== undefined && consequences.has(error.code)) return this.#failure;
    this.#failure ??= error;
    return error;
  }
}
