/**
 * Statements of one transaction that are sent in one tick. They share a Sync of PostgreSQL's protocol.
 *
 * Promises: PostgreSQL runs the statements in order, and sends their answers in one write. After a failure it skips the
 * later statements of the group, which fail with the same error. A group without a `begin` is a transaction of its own:
 * PostgreSQL commits all of its statements at the Sync, or none.
 * Costs: a result arrives only after the last statement of its group has run.
 * Preconditions: values have gone through `serialize`. The driver sends a Sync behind a value that it cannot serialize,
 * which would end the group too early. The version of `pg` is pinned, because its private fields and methods are used.
 */
import pg from "pg";
// @ts-expect-error The driver's types do not declare this module.
import utils from "pg/lib/utils.js";

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
  execute(message: { portal: string }): void;
  sync(): void;
  close(message: { type: "S"; name: string }): void;
}

/** The driver's query, with the methods that its client calls. */
interface DriverQuery {
  name?: string;
  portal: string;
  hasBeenParsed(connection: WireConnection): unknown;
  prepare(connection: WireConnection): void;
  _getRows(connection: WireConnection): void;
  handleCommandComplete(message: object, connection: WireConnection): void;
  handleError(error: Error, connection: WireConnection): void;
  handleReadyForQuery(connection: WireConnection): void;
}

/**
 * Makes the text of a value, or its bytes, for a statement of a group.
 *
 * @throws an error if the value has no text
 */
export const serialize: (value: unknown) => string | Buffer | null = utils.prepareValue;

export class StatementGroup {
  readonly #pipeline: Pipeline;
  /** The last statement, once the Sync is sent. */
  last: GroupedQuery | undefined;

  constructor(pipeline: Pipeline) {
    this.#pipeline = pipeline;
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
    const { connection, _sentQueryQueue: sent } = this.#pipeline;
    let skipped = 0;
    while (this.#has(sent[skipped])) skipped += 1;
    if ((error as { code?: string }).code === unknownStatement) this.#parseAnew(failed);
    for (const query of [failed, ...(sent.splice(0, skipped) as GroupedQuery[])]) {
      this.#forget(query);
      query.fail(error, connection);
    }
  }

  #has(query: object | undefined): boolean {
    return query instanceof GroupedQuery && query.group === this;
  }

  /**
   * Lets a statement that PostgreSQL has not parsed be parsed later. PgBouncer has its name, and refuses a second Parse. A
   * later group may have sent the statement anew by now, which then stays.
   */
  #forget({ name, parse }: GroupedQuery): void {
    const { connection } = this.#pipeline;
    if (name === undefined || name in connection.parsedStatements) return;
    if (parsesOf(connection).get(name) !== parse) return;
    delete connection.submittedNamedStatements[name];
    connection.close({ type: "S", name });
  }

  /** Lets a statement be parsed again that the driver believes parsed, and PostgreSQL does not know. */
  #parseAnew({ name }: GroupedQuery): void {
    const { connection } = this.#pipeline;
    if (name === undefined || !(name in connection.parsedStatements)) return;
    delete connection.parsedStatements[name];
    delete connection.submittedNamedStatements[name];
    connection.close({ type: "S", name });
  }
}

/** The code of PostgreSQL for a prepared statement that does not exist. */
const unknownStatement = "26000";

/** The last Parse that was sent for each name, on each connection. */
const parses = new WeakMap<WireConnection, Map<string, object>>();

function parsesOf(connection: WireConnection): Map<string, object> {
  const known = parses.get(connection) ?? new Map<string, object>();
  parses.set(connection, known);
  return known;
}

/** The driver declares its methods as fields, which a class cannot override. */
const BaseQuery = pg.Query as unknown as new (statement: pg.QueryConfig) => DriverQuery;

/** A statement of a group. It has a name or parameters. */
export class GroupedQuery extends BaseQuery {
  readonly group: StatementGroup;
  /** Stands for the Parse that this statement sends, if it is the first with its name. */
  readonly parse = {};

  constructor(statement: pg.QueryConfig, group: StatementGroup) {
    super(statement);
    this.group = group;
  }

  override prepare(connection: WireConnection): void {
    if (this.name !== undefined && !this.hasBeenParsed(connection)) parsesOf(connection).set(this.name, this.parse);
    super.prepare(connection);
  }

  /** Asks for the rows without the Sync that the driver sends behind each statement. */
  override _getRows(connection: WireConnection): void {
    connection.execute({ portal: this.portal });
  }

  override handleCommandComplete(message: object, connection: WireConnection): void {
    super.handleCommandComplete(message, connection);
    if (this === this.group.last) return;
    this.group.advance();
    this.handleReadyForQuery(connection);
  }

  override handleError(error: Error): void {
    this.group.fail(this, error);
  }

  /** Fails this statement alone. */
  fail(error: Error, connection: WireConnection): void {
    super.handleError(error, connection);
  }
}
