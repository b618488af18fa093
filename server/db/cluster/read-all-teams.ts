/**
 * Reads of the rows of all teams, for background work. On a cluster, each node that answers gets one statement with a part
 * for each of its shards. Citus would send a statement for each shard, plan each of them anew and open connections for
 * them.
 *
 * Promises: the rows of all teams whose nodes are not known to be away.
 * Costs: on a cluster, a statement on each node, whose plan is kept.
 * Preconditions: a part of the read needs the rows of one team only. Its columns have names. The caller checks the rows
 * again when it changes them. A shard that has just moved may be read at its old place, or not at all for ten seconds.
 */
import type { CompiledQuery, RawBuilder } from "kysely";
import { compiledQuery } from "../driver/execution.ts";
import { databaseOf, type EntityManager, ormOf } from "../orm.ts";
import { findOrms, usableOrms } from "./nodes.ts";
import { isShardGone, shardsOf } from "./shards.ts";

/** Which of the rows are read. */
interface First {
  /** The columns whose smallest values come first. */
  by: string;
  /** The maximum number of rows. */
  limit: number;
}

/**
 * Reads the rows of a statement for all teams, or only the first of them. Those of several nodes take turns.
 *
 * @throws the error of a node that does not answer, until it is known to be away
 */
export async function readAllTeams<Row>(em: EntityManager, read: RawBuilder<Row>, first?: First): Promise<Row[]> {
  const { sql: text, parameters } = read.compile(em.getKysely());
  const values = first ? [...parameters, first.limit] : [...parameters];
  const order = first ? `order by ${first.by} limit $${values.length}::int` : "";
  const whole = (parts: string[]) =>
    compiledQuery<Row>(`select * from (${parts.join(" union all ")}) as found ${order}`, "prepared", values);
  if (!databaseOf(em).isCluster) return (await em.getKysely().executeQuery(whole([text]))).rows;

  const orm = ormOf(em);
  await findOrms(orm);
  const nodes = usableOrms(orm).map((node) => node.em);
  const readNodes = () => Promise.all(nodes.map((node) => readNode(node, text, whole)));
  const found = await readNodes().catch((error) => {
    if (!isShardGone(error)) throw error;
    for (const node of nodes) shardsOf(node)!.forgetAll();
    return readNodes();
  });
  const longest = Math.max(...found.map(({ length }) => length));
  const inTurns = Array.from({ length: longest }, (_, at) => found.flatMap((rows) => rows.slice(at, at + 1))).flat();
  return inTurns.slice(0, first?.limit);
}

/** Reads the shards of a node. */
async function readNode<Row>(
  em: EntityManager,
  text: string,
  whole: (parts: string[]) => CompiledQuery<Row>,
): Promise<Row[]> {
  const shards = await shardsOf(em)!.all();
  if (shards.length === 0) return [];
  const parts = shards.map((shard) => shard.textOf(text));
  return (await databaseOf(em).readsWithPlans!.executeQuery(whole(parts))).rows;
}
