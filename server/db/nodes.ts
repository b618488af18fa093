/**
 * The nodes of a cluster, and the connections of this process to each of them. Work of a team goes to the node that has
 * the team's rows, so no other node takes part in it.
 *
 * Promises: the node is only a matter of speed. Each node answers for every team, so a result does not depend on it. A team
 * that moves is followed within `freshMilliseconds` of its next use.
 * Costs: a pool for each node. A query on the coordinator for the teams that were used and not looked up for that long.
 * Preconditions: the nodes have the metadata of the cluster, as Citus gives them by itself.
 */
import { sql } from "kysely";
import { isDatabaseAway } from "./faults.ts";
import { addressOfNode } from "./node-addresses.ts";
import { databaseOf, type EntityManager, type Orm, openingOf, openOrm, prepared } from "./orm.ts";

/** How long a team is known to be on a node, and how long the list of nodes is kept. */
const freshMilliseconds = 10_000;

/** The number of teams whose nodes are kept. */
const maxTeams = 100_000;

interface Node {
  /** The name and port in the metadata. */
  name: string;
  orm: Orm;
}

/** The group of a team, which is the number of a node in the metadata. */
interface Placement {
  group: number;
  readAt: number;
}

interface NodeRow {
  group: number;
  name: string;
  port: number;
}

class Nodes {
  readonly #coordinator: Orm;
  /** By group. The coordinator is not among them. */
  readonly #nodes = new Map<number, Node>();
  readonly #placements = new Map<string, Placement>();
  /** The teams to look up. */
  #wanted = new Set<string>();
  #nodesReadAt = Number.NEGATIVE_INFINITY;
  #refreshing: Promise<void> | undefined;
  #isClosed = false;

  constructor(coordinator: Orm) {
    this.#coordinator = coordinator;
    databaseOf(coordinator.em).onDestroy(async () => {
      this.#isClosed = true;
      await this.#refreshing?.catch(() => {});
      await Promise.all([...this.#nodes.values()].map(({ orm }) => orm.close()));
    });
  }

  /** The node of a team, or the coordinator while its node is not known. */
  of(teamId: string): Orm {
    const placement = this.#placements.get(teamId);
    if (!placement || placement.readAt + freshMilliseconds < performance.now()) this.#want(teamId);
    return this.#nodes.get(placement?.group ?? 0)?.orm ?? this.#coordinator;
  }

  all(): Orm[] {
    return [this.#coordinator, ...[...this.#nodes.values()].map(({ orm }) => orm)];
  }

  /** Looks up the nodes of teams. Teams that are asked for meanwhile are looked up together afterwards. */
  #want(teamId: string): void {
    this.#wanted.add(teamId);
    if (this.#isClosed) return;
    // A team stays where it was known to be while the coordinator is away. The next use of a team tries again.
    this.#refreshing ??= this.refresh()
      .catch(() => {})
      .finally(() => {
        this.#refreshing = undefined;
      });
  }

  async refresh(): Promise<void> {
    if (this.#nodesReadAt + freshMilliseconds < performance.now()) await this.#readNodes();
    while (this.#wanted.size > 0 && !this.#isClosed) {
      const teamIds = [...this.#wanted].slice(0, 1_000);
      const { rows } = await sql<{ team_id: string; group: number }>`
        select a.team_id, p.groupid as group from unnest(${teamIds}::text[]) as a (team_id)
        join pg_dist_placement p on p.shardid = get_shard_id_for_distribution_column('message', a.team_id)
      `.execute(prepared(this.#coordinator.em.fork()));
      for (const teamId of teamIds) this.#wanted.delete(teamId);
      const readAt = performance.now();
      for (const { team_id: teamId, group } of rows) {
        this.#placements.delete(teamId);
        this.#placements.set(teamId, { group, readAt });
      }
      const surplus = this.#placements.size - maxTeams;
      for (const teamId of this.#placements.keys().take(Math.max(0, surplus))) this.#placements.delete(teamId);
    }
  }

  async #readNodes(): Promise<void> {
    const { rows } = await sql<NodeRow>`
      select groupid as group, nodename as name, nodeport as port from pg_dist_node
      where isactive and noderole = 'primary' and metadatasynced and groupid <> 0
    `.execute(prepared(this.#coordinator.em.fork()));
    const { address, poolSize, limits } = openingOf(this.#coordinator)!;
    for (const { group, name, port } of rows) {
      if (this.#nodes.get(group)?.name === `${name}:${port}`) continue;
      const orm = await openOrm(addressOfNode(address, name, port), poolSize, limits);
      coordinators.set(databaseOf(orm.em), this.#coordinator);
      this.#remove(group);
      this.#nodes.set(group, { name: `${name}:${port}`, orm });
    }
    const groups = new Set(rows.map(({ group }) => group));
    for (const group of this.#nodes.keys()) if (!groups.has(group)) this.#remove(group);
    this.#nodesReadAt = performance.now();
  }

  /** Forgets a node. Its connections close when their work is done. */
  #remove(group: number): void {
    this.#nodes
      .get(group)
      ?.orm.close()
      .catch(() => {});
    this.#nodes.delete(group);
  }
}

const nodesByDatabase = new WeakMap<object, Nodes>();

/** The coordinator of each node's database. */
const coordinators = new WeakMap<object, Orm>();

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
 */
export const ormOfTeam = (orm: Orm, teamId: string): Orm => (teamId && nodesOf(orm)?.of(teamId)) || orm;

/** The ORMs of all known nodes. On one PostgreSQL, the ORM itself. */
export const ormsOfNodes = (orm: Orm): Orm[] => nodesOf(orm)?.all() ?? [orm];

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
  const nodes = ormsOfNodes(orm);
  for (const [index, { em }] of nodes.entries()) {
    try {
      return await read(em);
    } catch (error) {
      if (!isDatabaseAway(error) || index === nodes.length - 1) throw error;
    }
  }
  throw new Error("unreachable");
}
