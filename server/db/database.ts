import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import type { Log } from "../log.ts";
import type { TimeLimits } from "./driver/time-limits.ts";
import { isDatabaseAway, isDatabaseMissing, isTableMissing } from "./faults.ts";
import { addressOfNode } from "./node-addresses.ts";
import { type DatabaseAddress, type Orm, openOrm, queries, type Topology } from "./orm.ts";

export interface Database {
  orm: Orm;
  address: DatabaseAddress;
  /** Whether this is the embedded PostgreSQL. */
  embedded: boolean;
  close(): Promise<void>;
}

interface DatabaseOptions {
  databaseUrl: string | undefined;
  databaseTopology?: Topology;
  databaseNodes?: Map<string, string>;
  /** The maximum number of connections; 10 by default. */
  databasePool?: number;
  dataDir: string;
  limits?: TimeLimits;
}

/** Opens the configured database: that of `databaseUrl`, else the embedded one, which is started if necessary. */
export async function openDatabase({
  databaseUrl,
  databaseTopology = "single",
  databaseNodes = new Map(),
  databasePool,
  dataDir,
  limits,
}: DatabaseOptions): Promise<Database> {
  if (databaseUrl !== undefined) {
    const given = { url: databaseUrl, topology: databaseTopology, nodes: databaseNodes };
    const address = databaseTopology === "citus" ? await findCoordinator(given) : given;
    const orm = await openOrm(address, databasePool, limits);
    return { orm, address, embedded: false, close: () => orm.close() };
  }
  // Loaded here, because a server with a database of its own does not need the launcher.
  const { openEmbedded } = await import("./embedded/embedded.ts");
  const embedded = await openEmbedded(dataDir);
  const orm = await openOrm(embedded, databasePool, limits);
  return {
    orm,
    address: embedded,
    embedded: true,
    async close() {
      await orm.close();
      await embedded.close();
    },
  };
}

/**
 * The address of the coordinator of a cluster, by the address of any node. Without an answer, the given address counts as
 * that of the coordinator.
 */
async function findCoordinator(address: DatabaseAddress): Promise<DatabaseAddress> {
  const orm = await openOrm(address, 2);
  try {
    const { rows } = await sql<{ name: string; port: number; is_here: boolean }>`
      select nodename as name, nodeport as port, groupid = (select groupid from pg_dist_local_group) as is_here
      from pg_dist_node where groupid = 0 and noderole = 'primary'
    `.execute(queries(orm.em.fork()));
    const [coordinator] = rows;
    if (!coordinator || coordinator.is_here) return address;
    return { ...addressOfNode(address, coordinator.name, coordinator.port), nodes: address.nodes, isNode: false };
  } catch (error) {
    // The caller waits for a database that is away, and reports one without Citus.
    if (isDatabaseAway(error) || isDatabaseMissing(error) || isTableMissing(error)) return address;
    throw error;
  } finally {
    await orm.close();
  }
}

/** The pause between two connection attempts while the database is away. */
const pauseMilliseconds = 500;

/**
 * Waits until the database answers, without a time limit. Returns false if `stopped` is aborted first.
 *
 * @throws an error that waiting does not resolve, such as a wrong password
 */
export async function waitForDatabase({ orm }: Database, log: Log, stopped: AbortSignal): Promise<boolean> {
  for (let attempt = 0; !stopped.aborted; attempt++) {
    try {
      await orm.em.fork().execute("select 1");
      return true;
    } catch (error) {
      if (!isDatabaseAway(error) && !isDatabaseMissing(error)) throw error;
      if (attempt % 20 === 0) log.warn({ err: error }, "the database is away, waiting for it");
    }
    await setTimeout(pauseMilliseconds, undefined, { signal: stopped }).catch(() => {});
  }
  return false;
}
