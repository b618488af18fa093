import { setTimeout } from "node:timers/promises";
import type { Log } from "../log.ts";
import { isDatabaseAway, isDatabaseMissing } from "./faults.ts";
import { type DatabaseAddress, type Orm, openOrm, type Topology } from "./orm.ts";
import type { TimeLimits } from "./time-limits.ts";

export interface Database {
  orm: Orm;
  address: DatabaseAddress;
  /** Whether it is the embedded one. */
  embedded: boolean;
  close(): Promise<void>;
}

interface Where {
  databaseUrl: string | undefined;
  databaseTopology?: Topology;
  /** The maximum number of connections; 10 by default. */
  databasePool?: number;
  dataDir: string;
  limits?: TimeLimits;
}

/** Opens the database that is configured: the one of `databaseUrl`, else the embedded one, which starts if it must. */
export async function openDatabase({
  databaseUrl,
  databaseTopology = "single",
  databasePool,
  dataDir,
  limits,
}: Where): Promise<Database> {
  if (databaseUrl !== undefined) {
    const address = { url: databaseUrl, topology: databaseTopology };
    const orm = await openOrm(address, databasePool, limits);
    return { orm, address, embedded: false, close: () => orm.close() };
  }
  // Its launcher is not worth loading for who has a database.
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

/** How often a database that is away is asked again. */
const pauseMilliseconds = 500;

/**
 * Waits until the database is there and answers, however long that takes; false when it was told to stop waiting. What
 * waiting does not mend, such as a wrong password, is thrown.
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
