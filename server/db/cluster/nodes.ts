/**
 * The nodes of a cluster, and the connections of this process to each of them.
 *
 * Promises: a node that is known to be away is asked for nothing, so it delays only its own teams.
 * Costs: a pool for each node. A query on the coordinator for the teams that were used and not looked up for that long.
 * Preconditions: the nodes have the metadata of the cluster, as Citus gives them by itself.
 */

import { isDatabaseAway } from "../faults.ts";
import { databaseOf, type EntityManager, type Orm } from "../orm.ts";
import { coordinators, Nodes } from "./cluster-nodes.ts";

const nodesByDatabase = new WeakMap<object, Nodes>();

/**
 * Returns an entity manager for statements on tables of the coordinator only. On a node, it is not that of the caller's
 * transaction.
 */
export const onCoordinator = (em: EntityManager): EntityManager => coordinators.get(databaseOf(em))?.em.fork() ?? em;

/** The nodes of the cluster that an ORM is opened on, also on one of them. Undefined on one PostgreSQL. */
export function nodesOf(opened: Orm): Nodes | undefined {
  const orm = coordinators.get(databaseOf(opened.em)) ?? opened;
  const database = databaseOf(orm.em);
  if (!database.isCluster) return undefined;
  const nodes = nodesByDatabase.get(database) ?? new Nodes(orm);
  nodesByDatabase.set(database, nodes);
  return nodes;
}

/** The ORMs of all known nodes. On one PostgreSQL, the ORM itself. */
export const allOrms = (orm: Orm): Orm[] => nodesOf(orm)?.all() ?? [orm];

/** The ORMs of the nodes that are not known to be away. */
export const usableOrms = (orm: Orm): Orm[] => nodesOf(orm)?.usable() ?? [orm];

/** The groups of the nodes that have the rows of teams; 0 if that is not known. On one PostgreSQL, all are in group 0. */
export const groupsOfTeams = async (orm: Orm, teamIds: string[]): Promise<Map<string, number>> =>
  (await nodesOf(orm)?.groupsOf(teamIds)) ?? new Map(teamIds.map((teamId) => [teamId, 0]));

/** The groups of the nodes that are known to be away. */
export const nodesAway = (orm: Orm): number[] => nodesOf(orm)?.away ?? [];

/** The same, after the other nodes have been asked, for at most seconds. */
export async function findNodesAway(orm: Orm): Promise<number[]> {
  await nodesOf(orm)?.check();
  return nodesAway(orm);
}

/** The teams whose nodes are known to be away, after the first look-up of each team. */
export async function findTeamsAway(orm: Orm, teamIds: string[]): Promise<Set<string>> {
  const nodes = nodesOf(orm);
  if (!nodes) return new Set();
  const groups = await nodes.groupsOf(teamIds);
  return new Set(teamIds.filter((teamId) => nodes.isAway(groups.get(teamId)!)));
}

/** Whether the node of a team is known to be away. */
export const isTeamAway = (orm: Orm, teamId: string): boolean => nodesOf(orm)?.isTeamAway(teamId) === true;

/** Reads the nodes of the cluster now, so that `allOrms` has all of them. */
export async function findOrms(orm: Orm): Promise<void> {
  await nodesOf(orm)?.refresh();
}

/**
 * Runs a read of tables that every node has. If a node is away, the next one is asked.
 *
 * @throws the error of the last node
 */
export async function readAnywhere<T>(orm: Orm, read: (em: EntityManager) => Promise<T>): Promise<T> {
  const nodes = usableOrms(orm);
  for (const [index, { em }] of nodes.entries()) {
    try {
      return await read(em);
    } catch (error) {
      if (!isDatabaseAway(error) || index === nodes.length - 1) throw error;
    }
  }
  throw new Error("unreachable");
}
