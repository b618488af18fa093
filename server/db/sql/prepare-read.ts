/**
 * Builds a typed read once and runs it as a prepared statement; only its values change.
 *
 * Promises: rows with the entities' property names. Outside of a transaction it shares a connection (`SharedReads`).
 * Costs: PostgreSQL may keep one plan for all values. The SQL is built at the first run and then kept.
 * Preconditions: the best plan does not depend on the values. A constant is part of the SQL (`sql.lit`), or a kept plan
 * could not use a partial index. A limit that a caller chooses needs a constant limit beneath it, because PostgreSQL
 * plans an unknown limit for a tenth of the rows.
 */
import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import { compiledQuery } from "../driver/execution.ts";
import { mapRows } from "../driver/naming.ts";
import { type EntityManager, type Queries, queries, readsOf } from "../orm.ts";

/** Stands for the values of a run while the SQL is built. */
export type Given<Values> = { [Name in keyof Values]: RawBuilder<Values[Name]> };

/** Runs a statement with its values, inside `em`'s transaction if it has one. */
type Read<Values, Row> = (em: EntityManager, values: Values) => Promise<Row[]>;

/** The parameter of a statement that takes the value of that name. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

export function prepareRead<Values extends object, Row>(
  build: (db: Queries, given: Given<Values>) => { compile(): CompiledQuery<Row> },
): Read<Values, Row> {
  const given = new Proxy({} as Given<Values>, { get: (_, name) => sql`${new Placeholder(String(name))}` });
  let statement: { compiled: CompiledQuery<Row>; placeholders: readonly Placeholder[] } | undefined;
  return async (em, values) => {
    if (!statement) {
      const { sql: text, parameters } = build(queries(em), given).compile();
      if (!parameters.every((each) => each instanceof Placeholder))
        throw new TypeError(`A constant is a parameter, use sql.lit: ${text}`);
      statement = { compiled: compiledQuery<Row>(text, "prepared"), placeholders: parameters };
    }
    const parameters = statement.placeholders.map(({ name }) => values[name as keyof Values]);
    const query = { ...statement.compiled, parameters };
    const { rows } = await readsOf(em).executeQuery(query);
    return mapRows(em, rows as Record<string, unknown>[]) as Row[];
  };
}
