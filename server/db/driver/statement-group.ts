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
  /** The texts of named statements that PostgreSQL has not parsed yet. */
  submittedNamedStatements: Record<string, string>;
  sync(): void;
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

  /** Fails the statements that PostgreSQL skips after an error, and so does not parse. */
  failRest(error: Error): void {
    const { connection, _sentQueryQueue: sent } = this.#pipeline;
    for (let [next] = sent; next instanceof GroupedQuery && next.group === this; [next] = sent) {
      sent.shift();
      if (next.name) delete connection.submittedNamedStatements[next.name];
      next.fail(error);
    }
  }
}

/** The driver declares its methods as fields, which a class cannot override. */
const BaseQuery = pg.Query as unknown as new (statement: pg.QueryConfig) => DriverQuery;

/** A statement of a group. It has a name or parameters. */
export class GroupedQuery extends BaseQuery {
  readonly group: StatementGroup;
  #hasFailed = false;

  constructor(statement: pg.QueryConfig, group: StatementGroup) {
    super(statement);
    this.group = group;
  }

  override submit(): Error | null {
    const refusal = super.submit(this.group.withoutSync);
    // A value could not be serialized. PostgreSQL then answers only the Sync, so the group ends here.
    if (this.#hasFailed) this.group.end(this);
    return refusal;
  }

  override handleCommandComplete(message: object, connection: WireConnection): void {
    super.handleCommandComplete(message, connection);
    if (this === this.group.last) return;
    this.group.advance();
    this.handleReadyForQuery(connection);
  }

  override handleError(error: Error): void {
    this.fail(error);
    this.group.failRest(error);
  }

  /** Fails this statement alone. */
  fail(error: Error): void {
    this.#hasFailed = true;
    super.handleError(error, this.group.withoutSync);
  }
}
