import { ReferenceKind } from "@mikro-orm/core";
import { MikroKyselyPlugin, type SqlEntityManager } from "@mikro-orm/postgresql";
import { type KyselyPlugin, type QueryId, RawNode } from "kysely";

/** How typed SQL names things: as the entities do. */
export const names = { tableNamingStrategy: "entity", columnNamingStrategy: "property", convertValues: true } as const;

type Row = Record<string, unknown>;

/** What a column is in the code. */
interface Column {
  property: string;
  /** Makes the property of what the driver gives, where that is not it already. */
  read: ((value: unknown) => unknown) | undefined;
}

const columnsOf = once((em): Map<string, Column> => {
  const platform = em.getDriver().getPlatform();
  const scalars = [...em.getMetadata().getAll().values()]
    .flatMap(({ props }) => props)
    .filter(({ kind }) => kind === ReferenceKind.SCALAR);
  return new Map(
    scalars.flatMap(({ name, fieldNames, customType }) => {
      const read = customType && ((value: unknown) => customType.convertToJSValue(value, platform));
      return [...fieldNames, name].map((each): [string, Column] => [each, { property: name, read }]);
    }),
  );
});

/** Rows as the entities would have them. A column's name says what it is, whatever table it is from. */
export function mapRows(em: SqlEntityManager, rows: Row[]): Row[] {
  const [first] = rows;
  if (!first) return rows;
  const columns = columnsOf(em);
  const plan = Object.keys(first).map((name) => ({
    name,
    ...(columns.get(name) ?? { property: name, read: undefined }),
  }));
  return rows.map((row) => {
    const mapped: Row = {};
    for (const { name, property, read } of plan) {
      const value = row[name];
      mapped[property] = read === undefined || value === null ? value : read(value);
    }
    return mapped;
  });
}

/**
 * Translates typed SQL and its results. The ORM's own plugin does the first; for results it would make a list of all
 * columns of all tables of the statement, and go through that list for each row.
 */
export const naming = once((em): KyselyPlugin => {
  const plugin = new MikroKyselyPlugin(em, names);
  const typed = new WeakSet<QueryId>();
  return {
    transformQuery(args) {
      // The rows of an SQL template are as the template says.
      if (!RawNode.is(args.node)) typed.add(args.queryId);
      return plugin.transformQuery(args);
    },
    transformResult: async ({ result, queryId }) =>
      typed.has(queryId) ? { ...result, rows: mapRows(em, result.rows) } : result,
  };
});

/** What is made of the entities once for each ORM. */
function once<Made>(make: (em: SqlEntityManager) => Made): (em: SqlEntityManager) => Made {
  const all = new WeakMap<object, Made>();
  return (em) => {
    const metadata = em.getMetadata();
    const made = all.get(metadata) ?? make(em);
    all.set(metadata, made);
    return made;
  };
}
