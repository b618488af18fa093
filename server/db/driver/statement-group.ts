/**
 * Statements of one transaction that are sent in one tick. They share a Sync of PostgreSQL's protocol.
 *
 * Promises: PostgreSQL runs the statements in order, and sends their answers in one write. After a failure it skips the
 * later statements of the group, which fail with the same error.
 * Costs: a result arrives only after the last statement of its group has run.
 * Preconditions: the version of `pg` is pinned, because its private fields and methods are used.
 */
import pg from "pg";

/** The private fields of the driver's client that a group uses. */
export interface Pipeline {
  connection: WireConnection;
  _activeQuery: object | null;
  /** The statements behind the active one. */
  _sentQueryQueue: object[];
}

interface WireConnection {
  /** The texts of named statements that PostgreSQL has parsed. */
  parsedStatements: Record<string, string>;
  /** The texts of those that are sent, and not parsed yet. */
  submittedNamedStatements: Record<string, string>;
  sync(): void;
  close(message: { type: "S"; name: string }): void;
}

/** The driver's query, with the methods that its client calls. */
interface DriverQuery {
  name?: string;
  submit(connection: WireConnection): Error | null;
  handleCommandComplete(message: object, connection: WireConnection): void;
  handleError(error: Error, connection: WireConnection): void;
  handleReadyForQuery(connection: WireConnection): void;
}

export class StatementGroup {
  readonly #pipeline: Pipeline;
  /** The connection without its `sync`, which the driver calls for each statement. */
  readonly withoutSync: WireConnection;
  /** The last statement, once the Sync is sent. */
  last: GroupedQuery | undefined;

  constructor(pipeline: Pipeline) {
    this.#pipeline = pipeline;
    this.withoutSync = Object.create(pipeline.connection, { sync: { value() {} } });
  }

  /** Sends the Sync behind the last statement. */
  end(last: GroupedQuery): void {
    this.last = last;
    this.#pipeline.connection.sync();
  }

  /** Makes the next statement the active one. The driver does this only after a Sync. */
  advance(): void {
    this.#pipeline._activeQuery = this.#pipeline._sentQueryQueue.shift()!;
  }

  /** Fails a sent statement, and those behind it, which PostgreSQL skips. */
  fail(failed: GroupedQuery, error: Error): void {
    const { _sentQueryQueue: sent } = this.#pipeline;
    for (let next: object | undefined = failed; next instanceof GroupedQuery && next.group === this; next = sent[0]) {
      if (next === sent[0]) sent.shift();
      this.#forget(next);
      next.fail(error);
    }
  }

  /** Lets a statement that PostgreSQL has not parsed be parsed later. PgBouncer has its name, and refuses a second Parse. */
  #forget({ name }: GroupedQuery): void {
    const { connection } = this.#pipeline;
    if (name === undefined || name in connection.parsedStatements) return;
    delete connection.submittedNamedStatements[name];
    connection.close({ type: "S", name });
  }

  /** Ends the group with a statement that the driver could not serialize, and whose name it has closed. */
  endUnsent(failed: GroupedQuery): void {
    const { submittedNamedStatements, parsedStatements } = this.#pipeline.connection;
    if (failed.name !== undefined) {
      delete submittedNamedStatements[failed.name];
      delete parsedStatements[failed.name];
    }
    // Without the name, the answer to its Parse does not count.
    delete failed.name;
    this.end(failed);
  }
}

/** The driver declares its methods as fields, which a class cannot override. */
const BaseQuery = pg.Query as unknown as new (statement: pg.QueryConfig) => DriverQuery;

/** A statement of a group. It has a name or parameters. */
export class GroupedQuery extends BaseQuery {
  readonly group: StatementGroup;
  #isSent = false;
  #hasFailed = false;

  constructor(statement: pg.QueryConfig, group: StatementGroup) {
    super(statement);
    this.group = group;
  }

  override submit(): Error | null {
    const refusal = super.submit(this.group.withoutSync);
    if (this.#hasFailed) this.group.endUnsent(this);
    this.#isSent = true;
    return refusal;
  }

  override handleCommandComplete(message: object, connection: WireConnection): void {
    super.handleCommandComplete(message, connection);
    if (this === this.group.last) return;
    this.group.advance();
    this.handleReadyForQuery(connection);
  }

  override handleError(error: Error): void {
    if (this.#isSent) this.group.fail(this, error);
    else this.fail(error);
  }

  /** Fails this statement alone. */
  fail(error: Error): void {
    this.#hasFailed = true;
    super.handleError(error, this.group.withoutSync);
  }
}
