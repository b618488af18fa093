/**
 * The nodes of a cluster as a process knows them: their connections, whether they answer, and the teams that each has.
 */
import { sql } from "kysely";
import { Client } from "../driver/client.ts";
import { databaseOf, type Orm, openingOf, openOrm, prepared } from "../orm.ts";
import { addressOfNode } from "./node-addresses.ts";
import { NodeHealth } from "./node-health.ts";
import { freshMilliseconds, shardsOfTeams, TeamLookUps } from "./team-look-ups.ts";

interface Node {
  /** The name and port in the metadata. */
  name: string;
  orm: Orm;
  health: NodeHealth;
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

export class Nodes {
  readonly #coordinator: Orm;
  /** By group. The coordinator is not among them. */
  readonly #nodes = new Map<number, Node>();
  /** The group of each team, which is the number of a node in the metadata. */
  readonly #groups = new TeamLookUps((teamIds) => this.#findGroups(teamIds));
  #nodesReadAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | undefined;

  constructor(coordinator: Orm) {
    this.#coordinator = coordinator;
    this.refresh().catch(() => {});
    databaseOf(coordinator.em).onDestroy(async () => {
      await this.#groups.close();
      await this.#reading?.catch(() => {});
      await Promise.all([...this.#nodes.values()].map(close));
    });
  }

  /**
   * Finds the node of a team, and waits for its first look-up. Undefined if the look-up fails.
   *
   * @throws NodeAway
   */
  async find(teamId: string): Promise<Orm | undefined> {
    const group = await this.#groups.find(teamId);
    if (group === undefined) return undefined;
    if (this.#isAway(group)) throw new NodeAway(this.#nodes.get(group)!.name);
    if (group === 0) return this.#coordinator;
    const node = this.#nodes.get(group);
    // A node that was added is read by the next look-up.
    if (!node) this.#nodesReadAt = Number.NEGATIVE_INFINITY;
    return node?.orm;
  }

  /** Looks the node of a team up again at its next use, because it has moved. */
  forget = (teamId: string): void => this.#groups.forget(teamId);

  /** Whether the node of a team is known to be away, after the first look-up of the team. */
  isAwayOf = async (teamId: string): Promise<boolean> => this.#isAway(await this.#groups.find(teamId));

  /** Whether any node is known to be away. */
  get isAnyAway(): boolean {
    return [...this.#nodes.keys()].some((group) => this.#isAway(group));
  }

  #isAway = (group = 0): boolean => this.#nodes.get(group)?.health.isAway === true;

  /** Checks the nodes now that are not known to be away. */
  async check(): Promise<void> {
    const unknown = [...this.#nodes.values()].filter(({ health }) => !health.isAway);
    await Promise.all(unknown.map(({ health }) => health.check()));
  }

  all(): Orm[] {
    return [this.#coordinator, ...[...this.#nodes.values()].map(({ orm }) => orm)];
  }

  /** The coordinator, and the nodes that are not known to be away. */
  usable(): Orm[] {
    return [this.#coordinator, ...[...this.#nodes.values()].flatMap(({ orm, health }) => (health.isAway ? [] : orm))];
  }

  /** Reads the nodes of the cluster, unless they are known for less than `freshMilliseconds`. */
  async refresh(): Promise<void> {
    if (this.#nodesReadAt + freshMilliseconds >= performance.now()) return;
    this.#reading ??= this.#readNodes().finally(() => {
      this.#reading = undefined;
    });
    await this.#reading;
  }

  async #findGroups(teamIds: string[]): Promise<Map<string, number>> {
    await this.refresh();
    const { rows } = await sql<{ team_id: string; group: number }>`
      select a.team_id, p.groupid as group from ${shardsOfTeams(teamIds)}
      join pg_dist_placement p on p.shardid = a.shard_id
    `.execute(prepared(this.#coordinator.em.fork()));
    return new Map(rows.map(({ team_id: teamId, group }) => [teamId, group]));
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
      const health = await NodeHealth.watch(orm, own, (silence) => this.#giveUpSilent(silence));
      coordinators.set(databaseOf(orm.em), this.#coordinator);
      this.#remove(group);
      this.#nodes.set(group, { name: `${name}:${port}`, orm, health });
    }
    const groups = new Set(rows.map(({ group }) => group));
    for (const group of this.#nodes.keys()) if (!groups.has(group)) this.#remove(group);
    this.#nodesReadAt = performance.now();
  }

  /** Gives up statements that may wait for a node that is away. Others would wait behind them. */
  #giveUpSilent(silence: number): void {
    const pools = this.usable().flatMap(({ em }) => databaseOf(em).pools);
    for (const pool of pools) Client.giveUpSilent(pool, silence);
  }

  /** Forgets a node. Its connections close when their work is done. */
  #remove(group: number): void {
    const node = this.#nodes.get(group);
    if (node) close(node).catch(() => {});
    this.#nodes.delete(group);
  }
}

const close = ({ orm, health }: Node) => Promise.all([orm.close(), health.close()]);

/** The coordinator of each node's database. */
export const coordinators = new WeakMap<object, Orm>();
