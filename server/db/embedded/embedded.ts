import { existsSync, writeFileSync } from "node:fs";
import pg from "pg";
import {
  findSocketDirectory,
  type Installation,
  isCreated,
  joinInstallation,
  locateInstallation,
  startInstallation,
  stopInstallation,
  user,
} from "./installation.ts";
import { countOtherKeepers, endKeeper, type HeldKeeper, holdKeeper, isDisconnection, type Keeper } from "./keeper.ts";
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
  const installation = locateInstallation(directory, options.settings);
  const database = options.database ?? "messaging";
  const keeper = await withLock(installation.directory, () => enterInstallation(installation, database));
  const held = holdKeeper(keeper, () => restoreKeeper(installation));
  let closing: Promise<void> | undefined;

  return {
    host: findSocketDirectory(installation),
    port,
    user,
    database,
    close() {
      closing ??= closeInstallation(installation, held);
      return closing;
    },
  };
}

/** Stops the PostgreSQL of `directory`, even if other processes use it. Returns whether it was running. */
export async function stopEmbedded(directory: string): Promise<boolean> {
  if (!existsSync(directory)) return false;
  const installation = locateInstallation(directory);
  return withLock(installation.directory, async () => {
    if (!isCreated(installation)) return false;
    if (!existsSync(installation.stopMark)) writeFileSync(installation.stopMark, "");
    if (!isInUse(installation.data)) return false;
    await stopInstallation(installation);
    return true;
  });
}

/** Joins or starts PostgreSQL and creates the database if it is missing. Tries again if PostgreSQL dies meanwhile. */
async function enterInstallation(installation: Installation, database: string, attempts = 3): Promise<Keeper> {
  const keeper = await joinOrStart(installation);
  try {
    await createDatabase(keeper, database);
    return keeper;
  } catch (error) {
    await leaveInstallation(installation, keeper);
    if (attempts === 1 || !isDisconnection(error)) throw error;
    return enterInstallation(installation, database, attempts - 1);
  }
}

async function joinOrStart(installation: Installation, attempts = 3): Promise<Keeper> {
  const joined = await joinInstallation(installation);
  if (joined) return joined;
  if (attempts === 0)
    throw new Error(`PostgreSQL ends right after its start. The log ends:\n${readTail(installation.log)}`);
  await startInstallation(installation);
  return joinOrStart(installation, attempts - 1);
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

async function restoreKeeper(installation: Installation): Promise<Keeper | undefined> {
  const wanted = () => isCreated(installation) && !existsSync(installation.stopMark);
  if (!wanted()) return undefined;
  return withLock(installation.directory, async () => {
    // The previous owner of the lock may have stopped PostgreSQL.
    if (!wanted()) return undefined;
    return joinOrStart(installation);
  });
}

async function closeInstallation(installation: Installation, held: HeldKeeper): Promise<void> {
  const keeper = await held.release();
  if (!isCreated(installation)) {
    if (keeper) await endKeeper(keeper);
    return;
  }
  await withLock(installation.directory, async () =>
    leaveInstallation(installation, keeper ?? (await joinInstallation(installation))),
  );
}

/** Ends the keeper, and stops PostgreSQL after the last one. */
async function leaveInstallation(installation: Installation, keeper: Keeper | undefined): Promise<void> {
  if (!keeper) return;
  const others = await countOtherKeepers(keeper).catch(() => countOnNewConnection(installation));
  await endKeeper(keeper);
  if (others === 0) await stopInstallation(installation);
}

/** Counts on a new connection, after the keeper's was lost. Returns undefined if PostgreSQL no longer runs. */
async function countOnNewConnection(installation: Installation): Promise<number | undefined> {
  const keeper = await joinInstallation(installation);
  if (!keeper) return undefined;
  try {
    return await countOtherKeepers(keeper);
  } finally {
    await endKeeper(keeper);
  }
}
