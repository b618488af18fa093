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
import { type Cluster, templateDatabase } from "./cluster.ts";

interface CitusCluster extends Cluster {
  nodes: CitusNode[];
  /** The directory of the nodes. */
  directory: string;
  close(): Promise<void>;
}

interface CitusOptions {
  workers?: number;
  shards?: number;
}

/**
 * Starts a coordinator without shards, and workers. Closing the cluster removes its directory.
 *
 * @throws if Citus is not installed
 */
export async function startCitus({ workers = 2, shards = 4 }: CitusOptions = {}): Promise<CitusCluster> {
  const found = findCitus();
  if ("missing" in found) throw new Error(`Citus is not installed: ${found.missing}`);
  const directory = await mkdtemp(join(tmpdir(), "messaging-citus-"));
  const nodes = await startNodes(found.programs, directory, workers + 1);
  const [coordinator, ...rest] = nodes.map(({ port }) => port);
  const cluster = { host, port: coordinator!, user, workerPorts: rest };
  await createMigratedDatabase(cluster, templateDatabase, shards);
  await Promise.all(nodes.map(({ port }) => closeTemplate(port)));
  return {
    ...{ ...cluster, nodes, directory },
    async close() {
      await Promise.all(nodes.map((node) => node.stop("immediate").catch(() => {})));
      await rm(directory, { recursive: true });
    },
  };
}

/** Creates a database on every node, joins the nodes, and migrates it. */
export async function createMigratedDatabase(cluster: Cluster, name: string, shards: number): Promise<void> {
  const { port: coordinator, workerPorts = [] } = cluster;
  await Promise.all(
    [coordinator, ...workerPorts].map(async (port) => {
      await executeOn(port, "postgres", [`create database ${name}`]);
      await executeOn(port, name, ["create extension citus"]);
    }),
  );
  await executeOn(coordinator, name, [
    `select citus_set_coordinator_host('${host}', ${coordinator})`,
    ...workerPorts.map((port) => `select citus_add_node('${host}', ${port})`),
    `alter database ${name} set citus.shard_count = ${shards}`,
  ]);
  const address = { host, port: coordinator, user, database: name, topology: "citus" as const };
  const orm = await openOrm(address);
  await migrate({ orm, address, embedded: false, close: () => orm.close() });
  await orm.close();
}

/** Finds the port of the node that has a team's rows. */
export async function findPort({ orm }: Database, teamId: string): Promise<number> {
  const { rows } = await databaseOf(orm.em).pool.query<{ nodeport: number }>(
    `select n.nodeport from pg_dist_placement p join pg_dist_node n on n.groupid = p.groupid
     where p.shardid = get_shard_id_for_distribution_column('message', $1::text)`,
    [teamId],
  );
  return rows[0]!.nodeport;
}

/** Ends the connections to the template. Its maintenance daemon would otherwise keep it from being copied. */
async function closeTemplate(port: number): Promise<void> {
  await executeOn(port, "postgres", [
    `alter database ${templateDatabase} with allow_connections false`,
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${templateDatabase}'`,
  ]);
}

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
