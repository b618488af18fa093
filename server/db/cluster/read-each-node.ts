/**
 * Reads of the rows of all teams. Each node that answers gets one statement with a part for each of its shards. Citus would
 * send a statement for each shard, plan each of them anew and open connections for them.
 *
 * Promises: the rows of all teams whose nodes are not known to be away.
 * Costs: a statement on each node, whose plan is kept.
 * Preconditions: a shard that has just moved may be read at its old place, or not at all for ten seconds.
 */
import type { CompiledQuery } from "kysely";
import { databaseOf, type EntityManager, ormOf } from "../orm.ts";
import { findOrms, usableOrms } from "./nodes.ts";
import { isShardGone, shardsOf } from "./shards.ts";

/** Makes the statement for the parts that a node reads. */
type Whole<Row> = (parts: string[]) => CompiledQuery<Row>;

/**
 * Reads a statement on all shards. The rows of several nodes take turns.
 *
 * @throws the error of a node that does not answer, until it is known to be away
 */
export async function readEachNode<Row>(em: EntityManager, text: string, whole: Whole<Row>): Promise<Row[]> {
  const orm = ormOf(em);
  await findOrms(orm);
  const nodes = usableOrms(orm).map((node) => node.em);
  const readNodes = () => Promise.all(nodes.map((node) => readNode(node, text, whole)));
  const found = await readNodes().catch((error) => {
    if (!isShardGone(error)) throw error;
    for (const node of nodes) shardsOf(node).forgetAll();
    return readNodes();
  });
  const longest = Math.max(...found.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => found.flatMap((rows) => rows.slice(at, at + 1))).flat();
}

/** Reads the shards of a node. */
async function readNode<Row>(em: EntityManager, text: string, whole: Whole<Row>): Promise<Row[]> {
  const shards = await shardsOf(em).all();
  if (shards.length === 0) return [];
  const parts = shards.map((shard) => shard.textOf(text));
  return (await databaseOf(em).readsWithPlans!.executeQuery(whole(parts))).rows;
}
