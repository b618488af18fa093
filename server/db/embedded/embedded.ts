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

/** A database this process uses until it calls close. */
export interface EmbeddedDatabase {
  /** The directory of the Unix socket. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  /** Ends the use, and stops PostgreSQL when no other process uses it. */
  close(): Promise<void>;
}

// Two processes that create one database at once: the loser gets either, by how far it came.
const alreadyThere: readonly (string | undefined)[] = ["42P04", "23505"];

/**
 * Joins the PostgreSQL of `directory`, starting (and on first use creating) it when it does not run.
 *
 * Until close, it is started again whenever it dies, unless `stopEmbedded` stopped it.
 *
 * @param options.settings PostgreSQL's own, for the process that starts it; one that joins takes it as it runs
 * @param options.database created if it is missing
 * @throws with the end of PostgreSQL's log when it does not start
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

/** Stops the PostgreSQL of `directory`, whoever uses it; answers whether it was running. */
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

/** Joins or starts PostgreSQL, anew if it is killed meanwhile, and makes sure of the database. */
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
  if (attempts === 0) throw new Error(`PostgreSQL ends as soon as it runs. The log ends:\n${readTail(cluster.log)}`);
  await startCluster(cluster);
  return joinOrStart(cluster, attempts - 1);
}

async function createDatabase({ client }: Keeper, database: string): Promise<void> {
  const found = await client.query("select from pg_database where datname = $1", [database]);
  if (found.rowCount) return;
  try {
    await client.query(`create database ${client.escapeIdentifier(database)}`);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && alreadyThere.includes(error.code))) throw error;
  }
}

async function restoreKeeper(cluster: Cluster): Promise<Keeper | undefined> {
  const wanted = () => isCreated(cluster) && !existsSync(cluster.stopMark);
  if (!wanted()) return undefined;
  return withLock(cluster.directory, async () => {
    // Who had the lock before may have stopped it.
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

/** Ends the keeper, and PostgreSQL with the last one. */
async function leaveCluster(cluster: Cluster, keeper: Keeper | undefined): Promise<void> {
  if (!keeper) return;
  const others = await countOtherKeepers(keeper).catch(() => countAnew(cluster));
  await endKeeper(keeper);
  if (others === 0) await stopCluster(cluster);
}

/** Counts on a connection of its own, after the one we held was lost; undefined when PostgreSQL no longer runs. */
async function countAnew(cluster: Cluster): Promise<number | undefined> {
  const keeper = await joinCluster(cluster);
  if (!keeper) return undefined;
  try {
    return await countOtherKeepers(keeper);
  } finally {
    await endKeeper(keeper);
  }
}
