/**
 * The nodes of a cluster, and the connections of this process to each of them. Work of a team goes to the node that has
 * the team's rows, so no other node takes part in it.
 *
 * Promises: the node is only a matter of speed. Each node answers for every team, so a result does not depend on it. A team
 * that moves is followed within ten seconds of its next use. Work for a team whose node is known to be away fails
 * at once, so it delays no other team.
 * Costs: a pool for each node. A query on the coordinator for the teams that were used and not looked up for that long.
 * Preconditions: the nodes have the metadata of the cluster, as Citus gives them by itself.
 */
import { coordinators, Nodes } from "./cluster-nodes.ts";
import { isDatabaseAway } from "./faults.ts";
import { databaseOf, type EntityManager, type Orm, openingOf } from "./orm.ts";

const nodesByDatabase = new WeakMap<object, Nodes>();

/**
 * Returns an entity manager for statements on tables of the coordinator only. On a node, it is not that of the caller's
 * transaction.
 */
export const onCoordinator = (em: EntityManager): EntityManager => coordinators.get(databaseOf(em))?.em.fork() ?? em;

/** The nodes of the cluster that an ORM is opened on; undefined on one PostgreSQL, and on the ORM of a single node. */
function nodesOf(orm: Orm): Nodes | undefined {
  const database = databaseOf(orm.em);
  if (!database.isCluster || openingOf(orm)?.address.isNode) return undefined;
  const nodes = nodesByDatabase.get(database) ?? new Nodes(orm);
  nodesByDatabase.set(database, nodes);
  return nodes;
}

/**
 * The ORM of the node that has a team's rows. On one PostgreSQL, the ORM itself; the same is true of an empty id, which
 * stands for work without a team.
 *
 * @throws NodeAway
 */
export const ormOfTeam = (orm: Orm, teamId: string): Orm => (teamId && nodesOf(orm)?.of(teamId)) || orm;

/** The ORMs of all known nodes. On one PostgreSQL, the ORM itself. */
export const ormsOfNodes = (orm: Orm): Orm[] => nodesOf(orm)?.all() ?? [orm];

/** Those that are not known to be away. */
export const ormsOfUsableNodes = (orm: Orm): Orm[] => nodesOf(orm)?.usable() ?? [orm];

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

/** Whether the node of a team is known to be away. */
export const isTeamAway = (orm: Orm, teamId: string): boolean => nodesOf(orm)?.isTeamAway(teamId) === true;

/** Reads the nodes of the cluster now, so that `ormsOfNodes` has all of them. */
export async function findNodes(orm: Orm): Promise<void> {
  await nodesOf(orm)?.refresh();
}

/**
 * Runs a read of tables that every node has. If a node is away, the next one is asked.
 *
 * @throws the error of the last node
 */
export async function readOnAnyNode<T>(orm: Orm, read: (em: EntityManager) => Promise<T>): Promise<T> {
  const nodes = ormsOfUsableNodes(orm);
  for (const [index, { em }] of nodes.entries()) {
    try {
      return await read(em);
    } catch (error) {
      if (!isDatabaseAway(error) || index === nodes.length - 1) throw error;
    }
  }
  throw new Error("unreachable");
}
