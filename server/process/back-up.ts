import { open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import type { Config } from "../config.ts";
import { ConfigError } from "../config-error.ts";
import { createArchive } from "../db/backup/archive.ts";
import { addBaseBackup } from "../db/backup/base-backup.ts";
import { dump, findProgram } from "../db/backup/dump.ts";
import type { Database } from "../db/database.ts";
import { locateInstallation } from "../db/embedded/installation.ts";
import { queries } from "../db/orm.ts";
import { makeDirectory } from "../make-directory.ts";
import { secretFiles } from "../secrets/load-secrets.ts";
import { deleteListsBefore, writeErasureList } from "./erasure-lists.ts";

/** A backup that was made. */
export interface Backup {
  file: string;
  bytes: number;
  /** The list of all erasures until then, for a restore of this backup or an older one. */
  erasures: string;
  /** What must be kept besides the file to use it. */
  keepElsewhere: string[];
  /** The older backups that were deleted. */
  deleted: string[];
}

/** The names of backups. Their order is that of time. */
const named = /^messaging-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z\.(tar\.gz|dump)$/;

/** What a name has until its file is whole. */
const unfinished = ".unfinished";

/**
 * Backs the database up into a new file of a directory, while servers use it, with a list of all erasures beside it, and
 * deletes all but the newest `keep` backups there. Only the owner can read the files. A backup that fails leaves no file.
 *
 * @throws ConfigError if a program is missing or the directory cannot be made, or for a topology of which one file is no backup
 */
export async function backUp(config: Config, database: Database, directory: string, keep: number): Promise<Backup> {
  makeDirectory(directory);
  await deleteUnfinished(directory);
  const time = new Date().toISOString().replaceAll(":", "-");
  const file = join(directory, `messaging-${time}.${database.embedded ? "tar.gz" : "dump"}`);
  const erasures = join(directory, `messaging-${time}.erasures.json`);
  const draft = file + unfinished;
  try {
    await (database.embedded ? archiveEmbedded(config, database, draft) : dumpDatabase(database, draft));
    await writeErasureList(database.orm, erasures);
    await rename(draft, file);
    await syncDirectory(directory);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await sql`update installation set backed_up_at = now()`.execute(queries(database.orm.em.fork()));
  const own = (await readdir(directory)).filter((name) => named.test(name)).toSorted();
  const tooMany = Math.max(0, own.length - keep);
  const deleted = own.slice(0, tooMany).map((name) => join(directory, name));
  for (const old of deleted) await rm(old);
  await deleteListsBefore(directory, own[tooMany]!);
  return { file, bytes: (await stat(file)).size, erasures, keepElsewhere: findMissing(config), deleted };
}

/** The archive of the embedded database: its files, and the secrets that this server has generated. */
async function archiveEmbedded({ dataDir }: Config, { address }: Database, file: string): Promise<void> {
  if (!("host" in address)) throw new TypeError("The embedded database has no socket.");
  const archive = createArchive(file);
  for (const name of secretFiles) {
    const secret = await readFile(join(dataDir, name)).catch(() => undefined);
    if (secret) await archive.add(name, secret);
  }
  await addBaseBackup(archive, "data", { ...address, data: locateInstallation(dataDir).data });
  await archive.finish();
}

async function dumpDatabase({ orm, address }: Database, file: string): Promise<void> {
  if (address.topology === "citus")
    throw new ConfigError("DATABASE_TOPOLOGY: a backup of a cluster is one of each of its nodes; see docs/scaling.md");
  if (!("url" in address)) throw new TypeError("The database has no URL.");
  const [server] = await orm.em.fork().execute("select current_setting('server_version_num')::int / 10000 as major");
  const program = findProgram("pg_dump", Number(server?.major));
  await writeFile(file, "", { flag: "wx", mode: 0o600 });
  await dump(program, address.url, file);
}

/** The settings that the backup does not have, and without which sealed secrets cannot be opened. */
function findMissing({ databaseUrl, secretKey, mediaStore }: Config): string[] {
  return [
    ...(databaseUrl !== undefined || secretKey !== undefined ? ["SECRET_KEY"] : []),
    ...(mediaStore ? ["the files in MEDIA_STORE"] : []),
  ];
}

/** Deletes what killed backups have left. A backup takes less than a day. */
async function deleteUnfinished(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    const path = join(directory, name);
    if (!name.endsWith(unfinished) || !named.test(name.slice(0, -unfinished.length))) continue;
    if (Date.now() - (await stat(path)).mtimeMs > 86_400_000) await rm(path);
  }
}

/** Waits until the names in a directory are on the disk. */
async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory);
  await handle.sync().finally(() => handle.close());
}
