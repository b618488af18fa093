/**
 * A Citus cluster for tests and experiments, with a migrated database to copy.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { Database } from "../../server/db/database.ts";
import { databaseOf, openOrm } from "../../server/db/orm.ts";
import { migrate } from "../../server/process/migrate.ts";
import { type CitusNode, findCitus, host, startNodes, user } from "./citus-nodes.ts";
import { type Cluster, closeDatabase, templateDatabase } from "./cluster.ts";

export interface CitusCluster extends Cluster {
  /** The coordinator, then the workers. */
  nodes: CitusNode[];
  /** Running nodes that the cluster does not know. */
  spares: CitusNode[];
  /** The directory of the nodes. */
  directory: string;
  close(): Promise<void>;
}

interface CitusOptions {
  workers?: number;
  shards?: number;
  spares?: number;
  /** Whether commits survive a crash; false by default. */
  isDurable?: boolean;
}

/**
 * Starts a coordinator without shards, and workers. Closing the cluster removes its directory.
 *
 * @throws if Citus is not installed
 */
export async function startCitus(options: CitusOptions = {}): Promise<CitusCluster> {
  const { workers = 2, shards = 4, spares = 0, isDurable = false } = options;
  const found = findCitus();
  if ("missing" in found) throw new Error(`Citus is not installed: ${found.missing}`);
  const directory = await mkdtemp(join(tmpdir(), "messaging-citus-"));
  const all = await startNodes(found.programs, directory, { count: 1 + workers + spares, isDurable, hasCitus: true });
  const nodes = all.slice(0, 1 + workers);
  const [coordinator, ...rest] = nodes.map(({ port }) => port);
  const cluster = { host, port: coordinator!, user, workerPorts: rest };
  const close = async () => {
    await Promise.all(all.map((node) => node.stop("immediate").catch(() => {})));
    await rm(directory, { recursive: true });
  };
  try {
    await createMigratedDatabase(cluster, templateDatabase, shards);
    // The maintenance daemon of the template would keep it from being copied.
    await Promise.all(nodes.map(({ port }) => closeDatabase({ host, port, user }, templateDatabase)));
  } catch (error) {
    await close();
    throw error;
  }
  return { ...cluster, nodes, spares: all.slice(1 + workers), directory, close };
}

/** Creates a database on every node, joins the nodes, and migrates it. */
export async function createMigratedDatabase(cluster: Cluster, name: string, shards: number): Promise<void> {
  await createClusterDatabase(cluster, name, shards);
  const database = await openClusterDatabase(cluster, name);
  await migrate(database);
  await database.close();
}

/** Opens a database of the cluster by its coordinator. */
export async function openClusterDatabase({ port }: Cluster, name: string): Promise<Database> {
  const address = { host, port, user, database: name, topology: "citus" as const };
  const orm = await openOrm(address);
  return { orm, address, embedded: false, close: () => orm.close() };
}

/** Creates a database without a schema on every node, and joins the nodes. */
export async function createClusterDatabase(cluster: Cluster, name: string, shards: number): Promise<void> {
  const { port: coordinator, workerPorts = [] } = cluster;
  await Promise.all([coordinator, ...workerPorts].map((port) => createExtendedDatabase(port, name)));
  await executeOn(coordinator, name, [
    `select citus_set_coordinator_host('${host}', ${coordinator})`,
    ...workerPorts.map((port) => `select citus_add_node('${host}', ${port})`),
    `alter database ${name} set citus.shard_count = ${shards}`,
  ]);
}

/** Creates a database with the extension on one node. */
export async function createExtendedDatabase(port: number, name: string): Promise<void> {
  await executeOn(port, "postgres", [`create database ${name}`]);
  await executeOn(port, name, ["create extension citus"]);
}

/** The name of a database that was not opened by a URL. */
export const nameOfDatabase = ({ address }: Database): string => ("database" in address ? address.database : "");

/** Finds the port of the node that has a team's rows. */
export async function findPort({ orm }: Database, teamId: string): Promise<number> {
  const { rows } = await databaseOf(orm.em).pool.query<{ nodeport: number }>(
    `select n.nodeport from pg_dist_placement p join pg_dist_node n on n.groupid = p.groupid
     where p.shardid = get_shard_id_for_distribution_column('message', $1::text)`,
    [teamId],
  );
  return rows[0]!.nodeport;
}

/** Finds the shard of the table of messages that has a team's rows. */
export async function findShard({ orm }: Database, teamId: string): Promise<string> {
  const { rows } = await databaseOf(orm.em).pool.query<{ shard: string }>(
    "select get_shard_id_for_distribution_column('message', $1::text) as shard",
    [teamId],
  );
  return rows[0]!.shard;
}

/** The statement that moves a shard, and those of the same teams, from the node of one port to that of another. */
export const moveOf = (shard: string, from: number, to: number, mode: "force_logical" | "block_writes"): string =>
  `select citus_move_shard_placement(${shard}, '${host}', ${from}, '${host}', ${to}, '${mode}')`;

/** Runs statements on a node, each as a transaction. */
export async function executeOn(port: number, database: string, statements: string[]): Promise<pg.QueryResult[]> {
  const client = new pg.Client({ host, port, user, database });
  await client.connect();
  const results: pg.QueryResult[] = [];
  try {
    for (const statement of statements) results.push(await client.query(statement));
  } finally {
    await client.end();
  }
  return results;
}
