import { findCoordinator } from "../db/cluster/node-addresses.ts";
import type { Database } from "../db/database.ts";
import type { TimeLimits } from "../db/driver/time-limits.ts";
import { openOrm, type Topology } from "../db/orm.ts";

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
  const { openEmbedded } = await import("../db/embedded/embedded.ts");
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
