import pg from "pg";
import type { Database } from "../../server/db/database.ts";

/** A statement as a process sent it. */
export interface Statement {
  text: string;
  values: unknown[];
}

/** What every node of a plan says of itself, as far as tests ask. */
export interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: PlanNode[];
}

/** The statements with parameters that all pools of this process send while `work` runs. */
export async function recordStatements(work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const original = pg.Client.prototype.query;
  pg.Client.prototype.query = function record(this: pg.Client, ...args: unknown[]) {
    const [statement, values] = args as [string | { text: string; values?: unknown[] }, unknown[] | undefined];
    if (typeof statement === "string")
      statements.push({ text: statement, values: Array.isArray(values) ? values : [] });
    else statements.push({ text: statement.text, values: statement.values ?? [] });
    return Reflect.apply(original, this, args);
  } as typeof original;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = original;
  }
  return statements;
}

/** Runs a statement once more and gives the nodes of the plan that it was run by. */
export async function explain({ orm }: Database, { text, values }: Statement): Promise<PlanNode[]> {
  const pool = await orm.em.getConnection().getNativeClient();
  const { rows } = await pool.query<{ "QUERY PLAN": [{ Plan: PlanNode }] }>(
    `explain (analyze, format json) ${text}`,
    values as string[],
  );
  const flatten = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(flatten)];
  return flatten(rows[0]!["QUERY PLAN"][0].Plan);
}
