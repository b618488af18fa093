/**
 * Statements that are built once, as SQL templates or typed queries, and run as prepared statements. Kysely would build
 * and print a statement at each run.
 *
 * Promises: each run has its own values. The rows of a typed query have the entities' property names. Outside of a
 * transaction a statement shares a connection (`SharedReads`).
 * Costs: the text stays in memory. PostgreSQL may keep one plan for all values.
 * Preconditions: neither the text nor the best plan depends on the values, nor the text on the topology. A statement that
 * writes runs in a transaction. A constant is part of the SQL (`sql.lit`), or a kept plan could not use a partial index. A
 * limit that a caller chooses needs a constant limit beneath it, because PostgreSQL plans an unknown limit for a tenth of
 * the rows.
 */
import { type CompiledQuery, type Expression, type OperationNode, type RawBuilder, RawNode, ValueNode } from "kysely";
import { compiledQuery } from "../driver/execution.ts";
import { mapRows } from "../driver/naming.ts";
import { type EntityManager, type Queries, queries, readsOf, statementsOf } from "../orm.ts";

/** A parameter that is read from the values of each run. */
export class Parameter<Value> implements Expression<Value> {
  /** Typed as unknown, so that lists of parameters of different statements have one type. */
  readonly read: (values: unknown) => Value;

  constructor(read: (values: unknown) => Value) {
    this.read = read;
  }

  get expressionType(): Value | undefined {
    return undefined;
  }

  toOperationNode(): OperationNode {
    return RawNode.createWithChild(ValueNode.create(this));
  }
}

/** Stands for the values of a run while the statement is built. `rows()` takes a list of them as a relation. */
export type Given<Values> = { [Name in keyof Values]: Parameter<Values[Name]> };

/** What a statement is built of. */
export type Query<Row> = RawBuilder<Row> | { compile(): CompiledQuery<Row> };

/** Runs a statement with its values, inside `em`'s transaction if it has one, and returns the rows. */
type Run<Values, Row> = (em: EntityManager, values: Values) => Promise<Row[]>;

/**
 * Makes the function that runs the statement which `build` describes.
 *
 * @param withoutResult whether nobody reads the rows, so that a transaction need not wait for them; see `withoutResult`
 */
export function statement<Values extends object, Row>(
  build: (given: Given<Values>, db: Queries) => Query<Row>,
  { withoutResult = false }: { withoutResult?: boolean } = {},
): Run<Values, Row> {
  const given = new Proxy({} as Given<Values>, {
    get: (_, name) => new Parameter((values) => (values as Values)[name as keyof Values]),
  });
  let built: { compiled: CompiledQuery<Row>; parameters: readonly Parameter<unknown>[]; isTyped: boolean } | undefined;

  function prepare(em: EntityManager) {
    const query = build(given, queries(em));
    const isTyped = !("isRawBuilder" in query);
    const { sql: text, parameters } = isTyped ? query.compile() : query.compile(statementsOf(em));
    if (!parameters.every((each) => each instanceof Parameter))
      throw new TypeError(`A constant is a parameter, use sql.lit: ${text}`);
    return { compiled: compiledQuery<Row>(text, withoutResult ? "withoutResult" : "prepared"), parameters, isTyped };
  }

  return async (em, values) => {
    built ??= prepare(em);
    const parameters = built.parameters.map((each) => each.read(values));
    const { rows } = await readsOf(em).executeQuery({ ...built.compiled, parameters });
    return (built.isTyped ? mapRows(em, rows as Record<string, unknown>[]) : rows) as Row[];
  };
}
