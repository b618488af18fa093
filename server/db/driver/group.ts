/**
 * Statements that are sent together and end with one Sync. PostgreSQL answers them in one network write, instead of one
 * per statement.
 *
 * Promises: statements run in their order. After a failure none of the later statements runs, and each gets the error of
 * the failed one.
 * Costs: PostgreSQL may hold back all answers until the last statement is done.
 * Preconditions: no text has several statements, and none is a commit: after a failure it would not run. The version of
 * `pg` is pinned, because its private fields are read.
 *
 * @see https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-PIPELINING
 */
import type { Connection, CustomTypesConfig, QueryConfig, QueryResult, Submittable } from "pg";
import Result from "pg/lib/result.js";
import utils from "pg/lib/utils.js";

/** A named statement. */
export interface GroupStatement extends QueryConfig {
  name: string;
  /** Whether the rows of its result are read. */
  hasRows: boolean;
  done(error: Error | null, result: QueryResult): void;
}

/** The parts of the driver's connection that are used here. Its types demand arguments that it ignores. */
interface Wire {
  /** The texts of prepared statements by name: those that PostgreSQL has confirmed, and the others. */
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
  parse(statement: { name: string; text: string; types: [] }): void;
  bind(values: { statement: string; values: unknown[]; valueMapper: (value: unknown) => unknown }): void;
  describe(portal: { type: "P" }): void;
  execute(portal: object): void;
  sync(): void;
}

/** A statement whose answer is due. `prepares`: the name under which it is prepared; empty if it is not. */
interface DueStatement extends GroupStatement {
  prepares: string;
  result: Result;
  /** The error of reading its rows. */
  error: Error | null;
}

export class Group implements Submittable {
  readonly #types: CustomTypesConfig;
  readonly #due: DueStatement[] = [];
  #wire: Wire | undefined;
  #failure: Error | undefined;

  constructor(types: CustomTypesConfig) {
    this.#types = types;
  }

  /** Called by the driver, unless the connection is lost. */
  submit(connection: Connection): void {
    this.#wire = connection as unknown as Wire;
  }

  /** Sends a statement. Its `done` is called with its result, or with the error of the group. */
  add(statement: GroupStatement): void {
    const result = new Result(undefined, this.#types);
    if (this.#failure) {
      statement.done(this.#failure, result);
      return;
    }
    const prepares = this.#wire ? this.#write(this.#wire, statement) : "";
    this.#due.push({ ...statement, prepares, result, error: null });
  }

  /** Ends the group. */
  end(): void {
    this.#wire?.sync();
  }

  /** Returns the name under which the statement is prepared. An unconfirmed statement is sent without its name. */
  #write(wire: Wire, { name, text, values = [], hasRows }: GroupStatement): string {
    const isPrepared = wire.parsedStatements[name] !== undefined;
    const prepares = isPrepared || wire.submittedNamedStatements[name] !== undefined ? "" : name;
    if (!isPrepared) wire.parse({ name: prepares, text, types: [] });
    if (prepares !== "") wire.submittedNamedStatements[name] = text;
    wire.bind({ statement: isPrepared ? name : prepares, values, valueMapper: utils.prepareValue });
    if (hasRows) wire.describe({ type: "P" });
    wire.execute({});
    return prepares;
  }

  /** The driver keeps this name and this text when PostgreSQL confirms that it has prepared a statement. */
  get name(): string {
    return this.#due[0]?.prepares ?? "";
  }

  get text(): string {
    return this.#due[0]?.text ?? "";
  }

  handleRowDescription({ fields }: { fields: unknown }): void {
    this.#due[0]?.result.addFields(fields);
  }

  handleDataRow({ fields }: { fields: unknown }): void {
    const statement = this.#due[0];
    if (!statement?.hasRows || statement.error) return;
    try {
      statement.result.addRow(statement.result.parseRow(fields));
    } catch (error) {
      statement.error = error as Error;
    }
  }

  handleCommandComplete(message: object): void {
    const { result, error, done } = this.#due.shift()!;
    result.addCommandComplete(message);
    done(error, result);
  }

  handleError(error: Error): void {
    this.#failure = error;
    for (const { prepares, result, done } of this.#due.splice(0)) {
      if (prepares !== "") delete this.#wire!.submittedNamedStatements[prepares];
      done(error, result);
    }
  }

  handleReadyForQuery(): void {}
}
