/**
 * The nodes of a cluster, and the connections of this process to each of them. Work of a team goes to the node that has
 * the team's rows, so no other node takes part in it.
 *
 * Promises: the node is only a matter of speed. Each node answers for every team, so a result does not depend on it. A team
 * that moves is followed within `freshMilliseconds` of its next use. Work for a team whose node is known to be away fails
 * at once, so it delays no other team.
 * Costs: a pool for each node. A query on the coordinator for the teams that were used and not looked up for that long.
 * Preconditions: the nodes have the metadata of the cluster, as Citus gives them by itself.
 */
import { sql } from "kysely";
import { isDatabaseAway } from "./faults.ts";
import { addressOfNode } from "./node-addresses.ts";
import { NodeHealth } from "./node-health.ts";
import { databaseOf, type EntityManager, type Orm, openingOf, openOrm, prepared } from "./orm.ts";

/** How long a team is known to be on a node, and how long the list of nodes is kept. */
const freshMilliseconds = 10_000;

/** The number of teams whose nodes are kept. */
const maxTeams = 100_000;

interface Node {
  /** The name and port in the metadata. */
  name: string;
  orm: Orm;
  health: NodeHealth;
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

/** The error of work for a team whose node is known to be away. */
export class NodeAway extends Error {
  readonly code = "EHOSTDOWN";

  constructor(name: string) {
    super(`The node ${name} of the cluster is away`);
  }
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
      await Promise.all([...this.#nodes.values()].map(close));
    });
  }

  /**
   * The node of a team, or the coordinator while its node is not known.
   *
   * @throws NodeAway
   */
  of(teamId: string): Orm {
    const group = this.#groupOf(teamId);
    if (this.isAway(group)) throw new NodeAway(this.#nodes.get(group)!.name);
    return this.#nodes.get(group)?.orm ?? this.#coordinator;
  }

  /** The group of a team, or 0 while it is not known. An old group is looked up for the next use. */
  #groupOf(teamId: string): number {
    const placement = this.#placements.get(teamId);
    if (!placement || placement.readAt + freshMilliseconds < performance.now()) this.#want(teamId);
    return placement?.group ?? 0;
  }

  /** The groups of teams. Those that are not known are looked up first. */
  async groupsOf(teamIds: string[]): Promise<Map<string, number>> {
    const groups = new Map(teamIds.map((teamId) => [teamId, this.#groupOf(teamId)]));
    if (this.#refreshing && [...groups.values()].includes(0)) await this.#refreshing;
    for (const [teamId, group] of groups) if (group === 0) groups.set(teamId, this.#groupOf(teamId));
    return groups;
  }

  isAway = (group: number): boolean => this.#nodes.get(group)?.health.isAway === true;

  /** The groups of the nodes that are away. */
  get away(): number[] {
    return [...this.#nodes.keys()].filter(this.isAway);
  }

  /** Checks all nodes now. */
  async check(): Promise<void> {
    await Promise.all([...this.#nodes.values()].map(({ health }) => health.check()));
  }

  all(): Orm[] {
    return [this.#coordinator, ...[...this.#nodes.values()].map(({ orm }) => orm)];
  }

  /** The coordinator, and the nodes that are not known to be away. */
  usable(): Orm[] {
    return [this.#coordinator, ...[...this.#nodes.values()].flatMap(({ orm, health }) => (health.isAway ? [] : orm))];
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
      const own = addressOfNode(address, name, port);
      const orm = await openOrm(own, poolSize, limits);
      coordinators.set(databaseOf(orm.em), this.#coordinator);
      this.#remove(group);
      this.#nodes.set(group, { name: `${name}:${port}`, orm, health: await NodeHealth.watch(orm, own) });
    }
    const groups = new Set(rows.map(({ group }) => group));
    for (const group of this.#nodes.keys()) if (!groups.has(group)) this.#remove(group);
    this.#nodesReadAt = performance.now();
  }

  /** Forgets a node. Its connections close when their work is done. */
  #remove(group: number): void {
    const node = this.#nodes.get(group);
    if (node) close(node).catch(() => {});
    this.#nodes.delete(group);
  }
}

const close = ({ orm, health }: Node) => Promise.all([orm.close(), health.close()]);

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
 *
 * @throws NodeAway
 */
export const ormOfTeam = (orm: Orm, teamId: string): Orm => (teamId && nodesOf(orm)?.of(teamId)) || orm;

/** The ORMs of all known nodes. On one PostgreSQL, the ORM itself. */
export const ormsOfNodes = (orm: Orm): Orm[] => nodesOf(orm)?.all() ?? [orm];

/** The groups of the nodes that have the rows of teams; 0 if that is not known. On one PostgreSQL, all are in group 0. */
export const groupsOfTeams = async (orm: Orm, teamIds: string[]): Promise<Map<string, number>> =>
  (await nodesOf(orm)?.groupsOf(teamIds)) ?? new Map(teamIds.map((teamId) => [teamId, 0]));

/** The groups of the nodes that are known to be away. With `check`, all nodes are asked first, for at most seconds. */
export async function findNodesAway(orm: Orm, { check = false } = {}): Promise<number[]> {
  const nodes = nodesOf(orm);
  if (check) await nodes?.check();
  return nodes?.away ?? [];
}

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
  const nodes = nodesOf(orm)?.usable() ?? [orm];
  for (const [index, { em }] of nodes.entries()) {
    try {
      return await read(em);
    } catch (error) {
      if (!isDatabaseAway(error) || index === nodes.length - 1) throw error;
    }
  }
  throw new Error("unreachable");
}
