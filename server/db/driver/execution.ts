import { CompiledQuery, type KyselyPlugin, RawNode, type RootOperationNode } from "kysely";

/**
 * How a connection runs a statement; see `prepared` and `withoutResult` in `orm.ts`, and `liftTimeLimits` for
 * `unlimited`. It is a property of the statement's node, which Kysely passes on to the connection.
 */
export type Execution = "prepared" | "withoutResult" | "unlimited";

type Executed = RawNode & { readonly execution?: Execution };

/** Copies the node of an SQL template, with the way to run it. */
const withExecution = (node: RawNode, execution: Execution): Executed => ({ ...node, execution });

/** The way to run a statement; undefined for a statement that is not prepared. */
export const executionOf = (node: RootOperationNode): Execution | undefined => (node as Executed).execution;

/** Makes a query of SQL whose text is complete. */
export function compiledQuery<Row>(text: string, execution: Execution, values: unknown[] = []): CompiledQuery<Row> {
  const query = CompiledQuery.raw(text, values);
  return { ...query, query: withExecution(query.query as RawNode, execution) };
}

/** Makes the plugin that runs the SQL templates of a query executor in that way. */
export const executing = (execution: Execution): KyselyPlugin => ({
  transformQuery({ node }) {
    if (!RawNode.is(node)) throw new TypeError("Only SQL templates are prepared");
    return withExecution(node, execution);
  },
  transformResult: async ({ result }) => result,
});
