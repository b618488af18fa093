import pg from "pg";
import type { Database } from "../../server/db/database.ts";
import { Client } from "../../server/db/driver/client.ts";
import { databaseOf } from "../../server/db/orm.ts";

/** A statement as a process sent it. */
export interface Statement {
  text: string;
  values: unknown[];
  isPrepared?: boolean;
}

/** The fields of a plan node that tests use. */
export interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Index Cond"?: string;
  "Recheck Cond"?: string;
  "Join Filter"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Shared Hit Blocks"?: number;
  "Shared Read Blocks"?: number;
  Plans?: PlanNode[];
}

/** The statements with parameters that all pools of this process send while `work` runs. */
export async function recordStatements(work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  await watchStatements((statement) => statements.push(statement), work);
  return statements;
}

/** Calls `onStatement` for each of these statements, with the client that sends it. */
export async function watchStatements(
  onStatement: (statement: Statement, client: pg.Client) => void,
  work: () => Promise<unknown>,
): Promise<void> {
  const { query } = pg.Client.prototype;
  const { sendGroup } = Client.prototype;
  pg.Client.prototype.query = function record(this: pg.Client, ...args: unknown[]) {
    const [statement, values] = args as [string | pg.QueryConfig | pg.Submittable, unknown[] | undefined];
    if (typeof statement === "string")
      onStatement({ text: statement, values: Array.isArray(values) ? values : [] }, this);
    else if ("text" in statement) onStatement({ text: statement.text, values: statement.values ?? [] }, this);
    return Reflect.apply(query, this, args);
  } as typeof query;
  Client.prototype.sendGroup = function record(this: Client, group) {
    for (const statement of group) onStatement(statement, this);
    return Reflect.apply(sendGroup, this, [group]);
  };
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query;
    Client.prototype.sendGroup = sendGroup;
  }
}

type Explained = { "QUERY PLAN": [{ Plan: PlanNode }] };

const nodesOf = ([row]: Explained[]): PlanNode[] => {
  const flatten = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(flatten)];
  return flatten(row!["QUERY PLAN"][0].Plan);
};

/**
 * Runs a statement again and returns the nodes of its plan. With `planned`, the statement is not run. `generic` gives the
 * plan for any values.
 */
export async function explain(
  { orm }: Database,
  { text, values }: Statement,
  how: "analyzed" | "planned" | "generic" = "analyzed",
): Promise<PlanNode[]> {
  const pool = databaseOf(orm.em).pool;
  const options = { analyzed: "analyze, buffers, ", planned: "", generic: "generic_plan, " }[how];
  const { rows } = await pool.query<Explained>(`explain (${options}format json) ${text}`, values as string[]);
  return nodesOf(rows);
}

/**
 * Explains a statement on a connection that has already run it several times. So the plan is the one that PostgreSQL
 * keeps, if it keeps one. The parameters are texts and numbers.
 */
export async function explainKept(
  { orm }: Database,
  { text, values }: Statement,
): Promise<{ isKept: boolean; nodes: PlanNode[] }> {
  const pool = databaseOf(orm.em).pool;
  const client = await pool.connect();
  const execute = `execute kept (${values.map((value) => pg.escapeLiteral(String(value)))})`;
  try {
    await client.query(`prepare kept as ${text}`);
    for (let run = 0; run < 10; run++) await client.query(execute);
    const { rows } = await client.query<Explained>(`explain (analyze, format json) ${execute}`);
    const kept = await client.query("select from pg_prepared_statements where name = 'kept' and generic_plans > 0");
    return { isKept: kept.rows.length === 1, nodes: nodesOf(rows) };
  } finally {
    await client.query("deallocate kept");
    client.release();
  }
}
