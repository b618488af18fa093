/**
 * Statements that share a Sync of PostgreSQL's protocol: those that a transaction sends in one tick, or a single one. The
 * driver takes it as a submittable, the interface that its cursors and streams use, too.
 *
 * Promises: PostgreSQL runs the statements in order, and sends their answers in one write. After a failure it skips the
 * later statements of the group, which fail with the same error. A group without a `begin` is a transaction of its own:
 * PostgreSQL commits all of its statements at the Sync, or none.
 * Costs: a result arrives only after the last statement of its group has run.
 * Preconditions: no statement is empty, and each is one statement. Nothing else gives names to prepared statements.
 */
import pg from "pg";

/** A statement with its parameters. */
export interface Statement {
  text: string;
  /** Made by `serialize`. */
  values: SerializedValue[];
  /** Whether PostgreSQL keeps it for later runs on the connection, which then need not send its text. */
  isPrepared: boolean;
  /** Called once with the result or the error. */
  done: Done;
}

export type Done = (error: Error | undefined, result: pg.QueryResult) => void;

type SerializedValue = string | Buffer | null;

/** The driver's query: a submittable with these handlers, which its client calls. */
interface Query {
  handleRowDescription(message: object): void;
  handleDataRow(message: object): void;
  handleCommandComplete(message: object, connection: pg.Connection): void;
  handleReadyForQuery(connection: pg.Connection): void;
  handleError(error: Error, connection: pg.Connection): void;
}

interface Sent extends Statement {
  /** Collects the result. */
  query: Query;
  /** The name of a prepared statement. */
  name?: string | undefined;
  /** Whether this group is the first to send the name. */
  isNew?: boolean;
}

/** The driver's types do not declare its utilities. */
const { utils } = pg as unknown as { utils: { prepareValue(value: unknown): SerializedValue } };

/**
 * Makes the text of a value, or its bytes, before anything of its group is sent.
 *
 * @throws an error if the value has no text
 */
export const serialize = utils.prepareValue;

/** The code of PostgreSQL for a prepared statement that does not exist. */
const unknownStatement = "26000";

/** Counts the names of prepared statements. None is given twice, because PgBouncer refuses a second Parse of a name. */
let nameCount = 0;

export class StatementGroup implements pg.Submittable, Query {
  /** The statements whose results are due. */
  readonly #due: Sent[];
  readonly #names: Map<string, string>;

  /**
   * @param names the names of the statements that the connection has prepared, by their texts
   * @param types the parsers of the columns' types
   */
  constructor(statements: Statement[], names: Map<string, string>, types: pg.CustomTypesConfig | undefined) {
    this.#names = names;
    this.#due = statements.map((statement) => ({
      ...statement,
      query: new pg.Query({ text: statement.text, types }, statement.done) as unknown as Query,
    }));
  }

  submit(connection: pg.Connection): void {
    for (const statement of this.#due) {
      const { text, values, isPrepared } = statement;
      if (isPrepared) this.#giveName(statement);
      const { name = "", isNew = true } = statement;
      if (isNew) connection.parse({ text, name, types: [] }, true);
      connection.bind({ statement: name, values }, true);
      connection.describe({ type: "P" }, true);
      connection.execute(null, true);
    }
    connection.sync();
  }

  #giveName(statement: Sent): void {
    statement.name = this.#names.get(statement.text);
    statement.isNew = statement.name === undefined;
    if (statement.name !== undefined) return;
    nameCount += 1;
    statement.name = `prepared_${nameCount}`;
    this.#names.set(statement.text, statement.name);
  }

  handleRowDescription(message: object): void {
    this.#due[0]!.query.handleRowDescription(message);
  }

  handleDataRow(message: object): void {
    this.#due[0]!.query.handleDataRow(message);
  }

  /** Passes on a result, except the last: it stands for the commit of the group, which follows at the Sync. */
  handleCommandComplete(message: object, connection: pg.Connection): void {
    this.#due[0]!.query.handleCommandComplete(message, connection);
    if (this.#due.length > 1) this.#due.shift()!.query.handleReadyForQuery(connection);
  }

  handleReadyForQuery(connection: pg.Connection): void {
    this.#due.shift()?.query.handleReadyForQuery(connection);
  }

  /** Fails the due statement and those behind it, which PostgreSQL skips. */
  handleError(error: Error & { code?: string }, connection: pg.Connection): void {
    const [failed] = this.#due;
    for (const statement of this.#due.splice(0)) {
      const isUnknown = statement.isNew || (statement === failed && error.code === unknownStatement);
      if (isUnknown) this.#forget(statement, connection);
      statement.query.handleError(error, connection);
    }
  }

  /** Lets a statement be parsed anew that PostgreSQL may not know. A later group may have sent it anew by now. */
  #forget({ text, name }: Sent, connection: pg.Connection): void {
    if (name === undefined) return;
    if (this.#names.get(text) === name) this.#names.delete(text);
    connection.close({ type: "S", name }, true);
  }
}
