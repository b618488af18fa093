import { CompiledQuery, type RawBuilder, sql } from "kysely";
import { mapRows } from "./naming.ts";
import { type EntityManager, type Queries, queries } from "./orm.ts";
import { markPrepared } from "./prepared.ts";
import { readShared } from "./shared-reads.ts";

/** The values that each run of a statement gives, as they stand in its SQL. */
export type Given<Values> = { [Name in keyof Values]: RawBuilder<Values[Name]> };

/** Runs a statement with its values, inside `em`'s transaction if it has one. */
type Read<Values, Row> = (em: EntityManager, values: Values) => Promise<Row[]>;

/** Stands in a statement for the value of that name. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/**
 * Typed SQL for the reads of most requests: it is built once, every connection parses it once, and only the values
 * change. After some runs PostgreSQL may keep its plan, too, so the best one must not depend on the values. A limit that
 * a caller chooses needs one beneath it that is known, or that plan is for a tenth of the table. What is always the same
 * is part of the SQL (`sql.lit`): as one more value it would hide from that plan that a partial index will do.
 */
export function prepareRead<Values extends object, Row>(
  build: (db: Queries, given: Given<Values>) => { compile(): CompiledQuery<Row> },
): Read<Values, Row> {
  const given = new Proxy({} as Given<Values>, { get: (_, name) => sql`${new Placeholder(String(name))}` });
  let built: { text: string; slots: readonly Placeholder[] } | undefined;
  return async (em, values) => {
    if (!built) {
      const { sql: text, parameters } = build(queries(em), given).compile();
      if (!parameters.every((each) => each instanceof Placeholder))
        throw new TypeError(`A constant is a value: ${text}`);
      built = { text: markPrepared(text), slots: parameters };
    }
    const parameters = built.slots.map(({ name }) => values[name as keyof Values]);
    const rows = em.isInTransaction()
      ? (await em.getKysely().executeQuery(CompiledQuery.raw(built.text, parameters))).rows
      : await readShared(await em.getConnection().getNativeClient(), built.text, parameters);
    return mapRows(em, rows as Record<string, unknown>[]) as Row[];
  };
}
