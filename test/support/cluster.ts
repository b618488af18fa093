/**
 * The private PostgreSQL of a run of tests or experiments, and databases of its own for whoever asks.
 */
import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { Database } from "../../server/db/database.ts";
import { openEmbedded, stopEmbedded } from "../../server/db/embedded/embedded.ts";
import { openOrm } from "../../server/db/orm.ts";
import { migrate } from "../../server/process/migrate.ts";

/** The address of a PostgreSQL, without a database. */
export interface Cluster {
  host: string;
  port: number;
  user: string;
  /** The ports of the workers, if this is the coordinator of a Citus cluster. */
  workerPorts?: number[];
}

/** The template of every migrated database. */
export const templateDatabase = "template_messaging";

const prefix = "messaging-test-";

/**
 * Starts a PostgreSQL that forgets everything in a crash, in a directory of its own, with a migrated database to copy.
 * Closing it takes the directory away.
 *
 * @param settings more of PostgreSQL's own
 */
export async function startCluster(
  settings: Record<string, string> = {},
): Promise<Cluster & { directory: string; close(): Promise<void> }> {
  await removeLeftovers();
  const directory = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));
  const cluster = await openEmbedded(directory, {
    database: templateDatabase,
    settings: { fsync: "off", synchronous_commit: "off", full_page_writes: "off", ...settings },
  });
  const orm = await openOrm(cluster);
  await migrate({ orm, address: cluster, embedded: true, close: () => orm.close() });
  await orm.close();
  const { host, port, user } = cluster;
  return {
    host,
    port,
    user,
    directory,
    async close() {
      await cluster.close();
      await rm(directory, { recursive: true });
    },
  };
}

/**
 * Copies a database. The copy is removed with the cluster, and not before. Dropping a database slows the others down for
 * minutes, because ext4 then searches past its thousand deleted entries for each new file.
 */
export async function copyDatabase(cluster: Cluster, template: string): Promise<Database> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const { host, user, port, workerPorts } = cluster;
  const nodes = [port, ...(workerPorts ?? [])].map((each) => ({ host, user, port: each }));
  // A copy of every node's part keeps the metadata of Citus, which name nodes and shards, and not databases.
  await Promise.all(
    nodes.map((node) => administer(node, `create database ${name} template ${template} strategy file_copy`)),
  );
  const address = { host, port, user, database: name, ...(workerPorts && { topology: "citus" as const }) };
  const orm = await openOrm(address);
  return {
    orm,
    address,
    embedded: !workerPorts,
    async close() {
      await orm.close();
      // Citus has a process for each database that accepts connections, and a node has a limited number of them.
      if (workerPorts) await Promise.all(nodes.map((node) => closeDatabase(node, name)));
    },
  };
}

/** The URL of a database of the tests' cluster, for sessions with these settings. */
export function urlOf({ address }: Database, session: Record<string, string> = {}): string {
  if ("url" in address) throw new Error("unreachable");
  const { host, port, user, database } = address;
  const url = new URL(`postgresql://${user}@localhost:${port}/${database}`);
  url.searchParams.set("host", host);
  const settings = Object.entries(session).map(([name, value]) => `-c ${name}=${value}`);
  if (settings.length > 0) url.searchParams.set("options", settings.join(" "));
  return url.href;
}

/** Ends the connections to a database, which accepts no others from now on, and waits for their ends. */
export async function closeDatabase(cluster: Cluster, database: string): Promise<void> {
  await administer(cluster, `alter database "${database}" with allow_connections false`);
  await administer(
    cluster,
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${database}'`,
  );
}

/** Runs work while a database accepts no connections, after terminating the existing ones. */
export async function whileClosed({ address }: Database, work: () => Promise<unknown>): Promise<void> {
  if ("url" in address) throw new Error("unreachable");
  const { database, topology: _, ...cluster } = address;
  await closeDatabase(cluster, database);
  try {
    await work();
  } finally {
    await administer(cluster, `alter database "${database}" with allow_connections true`);
  }
}

async function administer({ host, port, user }: Cluster, statement: string): Promise<void> {
  const client = new pg.Client({ host, port, user, database: "postgres" });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Removes the clusters of killed runs. */
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = Number(new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1] ?? 0);
    if (pid === 0 || isAlive(pid)) continue;
    await stopEmbedded(join(tmpdir(), name));
    await rm(join(tmpdir(), name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
