import { existsSync, writeFileSync } from "node:fs";
import pg from "pg";
import type { Cluster } from "./cluster.ts";
import {
  findSocketDirectory,
  isCreated,
  joinCluster,
  locateCluster,
  startCluster,
  stopCluster,
  user,
} from "./cluster.ts";
import type { HeldKeeper, Keeper } from "./keeper.ts";
import { countOtherKeepers, endKeeper, holdKeeper, isDisconnection } from "./keeper.ts";
import { withLock } from "./lock.ts";
import { isInUse } from "./processes.ts";
import { readTail } from "./programs.ts";
import { port } from "./socket.ts";

/** A database that this process uses until it calls `close`. */
export interface EmbeddedDatabase {
  /** The directory of the Unix socket. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  /** Ends the use, and stops PostgreSQL when no other process uses it. */
  close(): Promise<void>;
}

// When two processes create the same database at once, the second gets one of these errors.
const alreadyExistsCodes: readonly (string | undefined)[] = ["42P04", "23505"];

/**
 * Joins the PostgreSQL of `directory`. If it does not run, it is started, and created at the first use.
 *
 * Until `close`, it is started again whenever it dies, unless `stopEmbedded` stopped it.
 *
 * @param options.settings PostgreSQL's own settings; a process that joins a running PostgreSQL does not change them
 * @param options.database the name of the database, which is created if it is missing
 * @throws with the end of PostgreSQL's log if it does not start
 */
export async function openEmbedded(
  directory: string,
  options: { settings?: Record<string, string>; database?: string } = {},
): Promise<EmbeddedDatabase> {
  const cluster = locateCluster(directory, options.settings);
  const database = options.database ?? "messaging";
  const keeper = await withLock(cluster.directory, () => enterCluster(cluster, database));
  const held = holdKeeper(keeper, () => restoreKeeper(cluster));
  let closing: Promise<void> | undefined;

  return {
    host: findSocketDirectory(cluster),
    port,
    user,
    database,
    close() {
      closing ??= closeCluster(cluster, held);
      return closing;
    },
  };
}

/** Stops the PostgreSQL of `directory`, even if other processes use it. Returns whether it was running. */
export async function stopEmbedded(directory: string): Promise<boolean> {
  if (!existsSync(directory)) return false;
  const cluster = locateCluster(directory);
  return withLock(cluster.directory, async () => {
    if (!isCreated(cluster)) return false;
    if (!existsSync(cluster.stopMark)) writeFileSync(cluster.stopMark, "");
    if (!isInUse(cluster.data)) return false;
    await stopCluster(cluster);
    return true;
  });
}

/** Joins or starts PostgreSQL and creates the database if it is missing. Tries again if PostgreSQL dies meanwhile. */
async function enterCluster(cluster: Cluster, database: string, attempts = 3): Promise<Keeper> {
  const keeper = await joinOrStart(cluster);
  try {
    await createDatabase(keeper, database);
    return keeper;
  } catch (error) {
    await leaveCluster(cluster, keeper);
    if (attempts === 1 || !isDisconnection(error)) throw error;
    return enterCluster(cluster, database, attempts - 1);
  }
}

async function joinOrStart(cluster: Cluster, attempts = 3): Promise<Keeper> {
  const joined = await joinCluster(cluster);
  if (joined) return joined;
  if (attempts === 0) throw new Error(`PostgreSQL ends right after its start. The log ends:\n${readTail(cluster.log)}`);
  await startCluster(cluster);
  return joinOrStart(cluster, attempts - 1);
}

async function createDatabase({ client }: Keeper, database: string): Promise<void> {
  const found = await client.query("select from pg_database where datname = $1", [database]);
  if (found.rowCount) return;
  try {
    await client.query(`create database ${client.escapeIdentifier(database)}`);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && alreadyExistsCodes.includes(error.code))) throw error;
  }
}

async function restoreKeeper(cluster: Cluster): Promise<Keeper | undefined> {
  const wanted = () => isCreated(cluster) && !existsSync(cluster.stopMark);
  if (!wanted()) return undefined;
  return withLock(cluster.directory, async () => {
    // The previous owner of the lock may have stopped PostgreSQL.
    if (!wanted()) return undefined;
    return joinOrStart(cluster);
  });
}

async function closeCluster(cluster: Cluster, held: HeldKeeper): Promise<void> {
  const keeper = await held.release();
  if (!isCreated(cluster)) {
    if (keeper) await endKeeper(keeper);
    return;
  }
  await withLock(cluster.directory, async () => leaveCluster(cluster, keeper ?? (await joinCluster(cluster))));
}

/** Ends the keeper, and stops PostgreSQL after the last one. */
async function leaveCluster(cluster: Cluster, keeper: Keeper | undefined): Promise<void> {
  if (!keeper) return;
  const others = await countOtherKeepers(keeper).catch(() => countOnNewConnection(cluster));
  await endKeeper(keeper);
  if (others === 0) await stopCluster(cluster);
}

/** Counts on a new connection, after the keeper's was lost. Returns undefined if PostgreSQL no longer runs. */
async function countOnNewConnection(cluster: Cluster): Promise<number | undefined> {
  const keeper = await joinCluster(cluster);
  if (!keeper) return undefined;
  try {
    return await countOtherKeepers(keeper);
  } finally {
    await endKeeper(keeper);
  }
}
