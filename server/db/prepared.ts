import { type KyselyPlugin, RawNode } from "kysely";
import type { PoolClient } from "pg";
import type { EntityManager } from "./orm.ts";

/** What a statement ends with that is to be prepared; PostgreSQL sees a comment. */
const mark = " /* prepared */";

const marking: KyselyPlugin = {
  transformQuery({ node }) {
    if (!RawNode.is(node)) throw new TypeError("Only SQL templates are prepared");
    return { ...node, sqlFragments: [...node.sqlFragments.slice(0, -1), node.sqlFragments.at(-1) + mark] };
  },
  transformResult: async ({ result }) => result,
};

/**
 * Runs SQL templates that every connection parses once, inside `em`'s transaction if it has one. For the statements of
 * most requests; after some runs PostgreSQL may keep their plan, too, so the best one must not depend on the values.
 */
export const prepared = (em: EntityManager) => em.getKysely().withPlugin(marking);

/** The names of the statements, which are few: none is made of parts that a caller chooses. */
const names = new Map<string, string>();

/** Lets a connection prepare the statements that ask for it. */
export function prepareStatements(client: PoolClient): void {
  const query = client.query.bind(client) as (...all: unknown[]) => unknown;
  client.query = ((text: unknown, values: unknown, ...rest: unknown[]) => {
    if (typeof text !== "string" || !text.endsWith(mark)) return query(text, values, ...rest);
    const name = names.get(text) ?? `prepared_${names.size + 1}`;
    names.set(text, name);
    return query({ name, text, values }, ...rest);
  }) as typeof client.query;
}
