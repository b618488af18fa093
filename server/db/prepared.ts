import { type KyselyPlugin, RawNode } from "kysely";
import type { PoolClient } from "pg";

/** What a statement ends with that is to be prepared; PostgreSQL sees a comment. */
const mark = " /* prepared */";

/** The text of a statement that is to be prepared. */
export const markPrepared = (text: string): string => text + mark;

/** Marks the SQL templates of a query executor as statements to be prepared. */
export const preparing: KyselyPlugin = {
  transformQuery({ node }) {
    if (!RawNode.is(node)) throw new TypeError("Only SQL templates are prepared");
    return { ...node, sqlFragments: [...node.sqlFragments.slice(0, -1), markPrepared(node.sqlFragments.at(-1)!)] };
  },
  transformResult: async ({ result }) => result,
};

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
