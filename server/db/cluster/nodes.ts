/**
 * The nodes of a cluster, and the connections of this process to each of them.
 *
 * Promises: a node that is known to be away is asked for nothing, so it delays only its own teams.
 * Costs: a pool for each node. A query on the coordinator for the teams that were used and not looked up for that long.
 * Preconditions: the nodes have the metadata of the cluster, as Citus gives them by itself.
 */

import { isDatabaseAway } from "../faults.ts";
import { databaseOf, type EntityManager, type Orm, ormOf } from "../orm.ts";
import { coordinators, Nodes } from "./cluster-nodes.ts";

const nodesByDatabase = new WeakMap<object, Nodes>();

/**
 * Returns an entity manager for statements on tables of the coordinator only. On a node, it is not that of the caller's
 * transaction. One that is opened at a team's place belongs to the coordinator and runs its statements elsewhere.
 */
export function onCoordinator(em: EntityManager): EntityManager {
  const coordinator = coordinators.get(databaseOf(em));
  if (coordinator === undefined && em.isInTransaction()) return em;
  return (coordinator ?? ormOf(em)).em.fork();
}

/** The nodes of the cluster that an ORM is opened on, also on one of them. */
export function nodesOf(opened: Orm): Nodes {
  const orm = coordinators.get(databaseOf(opened.em)) ?? opened;
  const database = databaseOf(orm.em);
  const nodes = nodesByDatabase.get(database) ?? new Nodes(orm);
  nodesByDatabase.set(database, nodes);
  return nodes;
}

/** Reads the nodes of the cluster, and returns the ORMs of all. The coordinator is the first. */
export async function findOrms(orm: Orm): Promise<Orm[]> {
  const nodes = nodesOf(orm);
  await nodes.refresh();
  return nodes.all();
}

/** The ORMs of the known nodes that are not known to be away. */
export const usableOrms = (orm: Orm): Orm[] => nodesOf(orm).usable();

/** Asks the nodes now whether they answer, for at most seconds. */
export const checkReach = (orm: Orm): Promise<void> => nodesOf(orm).check();

/** The teams whose nodes are known to be away, after the first look-up of each team. The empty id has every node. */
export async function findOutOfReach(em: EntityManager, items: { teamId: string }[]): Promise<Set<string>> {
  const nodes = nodesOf(ormOf(em));
  if (!nodes.isAnyAway) return new Set();
  const teamIds = [...new Set(items.map(({ teamId }) => teamId))];
  const isAway = await Promise.all(teamIds.map((teamId) => teamId === "" || nodes.isAwayOf(teamId)));
  return new Set(teamIds.filter((_, index) => isAway[index]));
}

/**
 * Runs a read of tables that every node has. If a node is away, the next one is asked.
 *
 * @throws the error of the last node
 */
export async function readAnywhere<T>(orm: Orm, read: (em: EntityManager) => Promise<T>): Promise<T> {
  let cause: unknown;
  for (const { em } of usableOrms(orm)) {
    try {
      return await read(em);
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      cause = error;
    }
  }
  throw cause;
}
