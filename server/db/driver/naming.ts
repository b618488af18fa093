/**
 * Translates between the code's names and the database's: tables as entities, columns as properties, in typed SQL and
 * in its rows.
 *
 * Promises: a property has the value that the entity would have. The rows of an SQL template stay as they are.
 * Costs: one pass over the rows. The ORM's own plugin also lists all columns of all tables of the statement for a
 * result, and goes through that list for each row.
 * Preconditions: columns with the same name have the same property and type in all tables.
 */
import { ReferenceKind } from "@mikro-orm/core";
import { MikroKyselyPlugin, type SqlEntityManager } from "@mikro-orm/postgresql";
import { type KyselyPlugin, type QueryId, RawNode } from "kysely";

/** The naming strategy of typed SQL: that of the entities. */
export const names = { tableNamingStrategy: "entity", columnNamingStrategy: "property", convertValues: true } as const;

type Row = Record<string, unknown>;

/** The property of a column. */
interface Column {
  property: string;
  /** Converts the driver's value to the property's; undefined if they are the same. */
  convert: ((value: unknown) => unknown) | undefined;
}

const columnsOf = oncePerOrm((em): Map<string, Column> => {
  const platform = em.getDriver().getPlatform();
  const scalars = [...em.getMetadata().getAll().values()]
    .flatMap(({ props }) => props)
    .filter(({ kind }) => kind === ReferenceKind.SCALAR);
  return new Map(
    scalars.flatMap(({ name, fieldNames, customType }) => {
      const convert = customType && ((value: unknown) => customType.convertToJSValue(value, platform));
      return [...fieldNames, name].map((each): [string, Column] => [each, { property: name, convert }]);
    }),
  );
});

/** Renames and converts the columns of rows to those of the entities. */
export function mapRows(em: SqlEntityManager, rows: Row[]): Row[] {
  const [first] = rows;
  if (!first) return rows;
  const columns = columnsOf(em);
  const mappings = Object.keys(first).map((name) => ({
    name,
    ...(columns.get(name) ?? { property: name, convert: undefined }),
  }));
  return rows.map((row) => {
    const mapped: Row = {};
    for (const { name, property, convert } of mappings) {
      const value = row[name];
      mapped[property] = convert === undefined || value === null ? value : convert(value);
    }
    return mapped;
  });
}

/** The plugin of typed SQL. The ORM's plugin translates the statement, and `mapRows` the result. */
export const naming = oncePerOrm((em): KyselyPlugin => {
  const plugin = new MikroKyselyPlugin(em, names);
  const typedQueries = new WeakSet<QueryId>();
  return {
    transformQuery(args) {
      if (!RawNode.is(args.node)) typedQueries.add(args.queryId);
      return plugin.transformQuery(args);
    },
    transformResult: async ({ result, queryId }) =>
      typedQueries.has(queryId) ? { ...result, rows: mapRows(em, result.rows) } : result,
  };
});

/** Calls `make` once per ORM and keeps what it returns. */
function oncePerOrm<Made>(make: (em: SqlEntityManager) => Made): (em: SqlEntityManager) => Made {
  const madeOf = new WeakMap<object, Made>();
  return (em) => {
    const metadata = em.getMetadata();
    const made = madeOf.get(metadata) ?? make(em);
    madeOf.set(metadata, made);
    return made;
  };
}
