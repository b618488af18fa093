/**
 * Reads how Citus runs a statement: on which nodes, in how many tasks, and how it was planned.
 */
import pg from "pg";
import type { Database } from "../../server/db/database.ts";
import { databaseOf } from "../../server/db/orm.ts";
import type { Statement } from "./statements.ts";

/** The route of a statement through a cluster. */
export interface Route {
  /** The number of tasks, those of subplans included. A statement on tables of the connected node has none. */
  tasks: number;
  /** The ports of the nodes that run tasks. */
  ports: number[];
  isFastPath: boolean;
  /** Whether the rows of an insert are collected on the connected node before they are written. */
  isCollected: boolean;
  /** Whether it names the tables of a shard, so that PostgreSQL alone plans it, on the node that it is sent to. */
  isOnShard: boolean;
  /** The shortest planning time of several, in milliseconds. */
  planning: number;
}

/** The fields that are read anywhere in an explained plan. */
interface Explained {
  "Planning Time"?: number;
  "Task Count"?: number;
  Node?: string;
  "INSERT/SELECT method"?: string;
}

/** A statement, and the port of the node that it was sent to. */
export type SentStatement = Statement & { sentTo: number };

const namesShard = ({ text }: Statement) => /\b(from|join|into|update) "?\w+_\d{6}\b|keep_shards_in_place/.test(text);

/**
 * Explains a statement that runs in a transaction, which is then undone. An insert or a delete is only planned. The last of
 * several times counts. A statement on distributed tables is explained on the coordinator, and a statement on a shard where it was sent to.
 */
export async function readRoute(
  { orm, address }: Database,
  { text, values, sentTo, ...rest }: SentStatement,
  times = 3,
): Promise<Route> {
  const isOnShard = namesShard({ text, values, ...rest });
  const pool = isOnShard ? new pg.Pool({ ...(address as { host: string }), port: sentTo }) : databaseOf(orm.em).pool;
  const client = await pool.connect();
  const notices: string[] = [];
  // An insert cannot run twice, a delete not before what it depends on. Citus analyzes no insert whose rows it collects.
  const options = /\b(insert into|delete from)\b/.test(text) ? "summary" : "analyze";
  const listen = ({ message }: { message: string | undefined }) => notices.push(message ?? "");
  client.on("notice", listen);
  try {
    let parts: Explained[] = [];
    const planning: number[] = [];
    for (let time = 0; time < times; time++) {
      await client.query("begin; set local client_min_messages = debug2; set local citus.explain_all_tasks = on");
      const { rows } = await client.query(`explain (${options}, format json) ${text}`, values as string[]);
      parts = partsOf(rows[0]["QUERY PLAN"]);
      planning.push(parts.find((part) => part["Planning Time"] !== undefined)!["Planning Time"]!);
      await client.query("rollback");
    }
    const nodes = parts.flatMap((part) => /port=(\d+)/.exec(part.Node ?? "")?.[1] ?? []);
    return {
      tasks: parts.reduce((sum, part) => sum + (part["Task Count"] ?? 0), 0),
      isCollected: parts.some((part) => part["INSERT/SELECT method"] === "pull to coordinator"),
      ports: isOnShard ? [sentTo] : [...new Set(nodes.map(Number))],
      isOnShard,
      isFastPath: notices.some((notice) => notice.includes("fast-path router query")),
      planning: Math.min(...planning),
    };
  } catch (cause) {
    // Citus does not explain some inserts whose rows it collects.
    if (options === "summary" && (cause as Error).message === "could not create distributed plan")
      return { tasks: 0, ports: [], isFastPath: false, isOnShard, isCollected: true, planning: 0 };
    throw new Error(`Citus does not explain: ${text}`, { cause });
  } finally {
    await client.query("rollback");
    client.off("notice", listen);
    client.release();
    if (isOnShard) await pool.end();
  }
}

/** All objects within a value. */
function partsOf(value: unknown): Explained[] {
  if (value === null || typeof value !== "object") return [];
  const inner = Object.values(value).flatMap(partsOf);
  return Array.isArray(value) ? inner : [value, ...inner];
}
