/**
 * Runs SQL as prepared statements: a connection parses a text once. A comment at the end of the text marks it.
 *
 * Promises: statements with the same text have the same name on all connections.
 * Costs: names are never removed, here or in PostgreSQL.
 * Preconditions: the texts are few, so none contains parts that a caller chooses. The best plan does not depend on the
 * values, because PostgreSQL may keep one plan after some runs.
 */
import { type KyselyPlugin, RawNode } from "kysely";
import type { PoolClient } from "pg";

const mark = " /* prepared */";

/** The text of a statement that is to be prepared. */
export const markPrepared = (text: string): string => text + mark;

/** Marks the SQL templates of a query executor as prepared statements. */
export const preparing: KyselyPlugin = {
  transformQuery({ node }) {
    if (!RawNode.is(node)) throw new TypeError("Only SQL templates are prepared");
    return { ...node, sqlFragments: [...node.sqlFragments.slice(0, -1), markPrepared(node.sqlFragments.at(-1)!)] };
  },
  transformResult: async ({ result }) => result,
};

/** The name of each prepared statement, by its text. */
const names = new Map<string, string>();

/** Makes a connection prepare the marked statements. It replaces `client.query`, which gets no name from Kysely. */
export function prepareStatements(client: PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  client.query = ((text: unknown, values: unknown, ...rest: unknown[]) => {
    if (typeof text !== "string" || !text.endsWith(mark)) return query(text, values, ...rest);
    const name = names.get(text) ?? `prepared_${names.size + 1}`;
    names.set(text, name);
    return query({ name, text, values }, ...rest);
  }) as typeof client.query;
}
