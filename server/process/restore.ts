import { existsSync } from "node:fs";
import { mkdtemp, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import type { Config } from "../config.ts";
import { ConfigError } from "../config-error.ts";
import { extractArchive } from "../db/backup/archive.ts";
import { labelFile } from "../db/backup/base-backup.ts";
import { findProgram, restoreDump } from "../db/backup/dump.ts";
import type { Database } from "../db/database.ts";
import { queries } from "../db/orm.ts";
import { onlyInstallation } from "../db/schema/entities/installation.ts";
import { fromPostgres, type Timestamp } from "../db/timestamp.ts";
import { makeDirectory } from "../make-directory.ts";
import type { ErasureList } from "../privacy/reapply/erasure-list.ts";
import { openListed, type ReappliedErasures, reapplyErasures } from "../privacy/reapply/reapply-erasures.ts";
import { loadSecrets, secretFiles } from "../secrets/load-secrets.ts";
import { createPhoneHashes } from "../secrets/phone-hashes.ts";
import { createSealer } from "../secrets/sealing.ts";
import { migrate } from "./migrate.ts";
import { openDatabase } from "./open-database.ts";

/**
 * Restores a backup into an empty place: the data directory, or the database of `DATABASE_URL`. The schema is brought up to
 * date, and the erasures of a list that are newer than the backup are run again. A restore that is interrupted leaves the place
 * empty. Servers send no live texts on the database until `acceptLostOptOuts` or `liftAfterBackfill`.
 *
 * @throws ConfigError if the place is not empty, or the file is a backup of the other kind of database
 */
export async function restore(
  config: Config,
  file: string,
  erasures: ErasureList | undefined,
): Promise<ReappliedErasures> {
  if (!existsSync(file)) throw new ConfigError(`There is no file ${file}.`);
  const list = erasures ?? { erasuresUntil: "", teams: [] };
  return config.databaseUrl === undefined ? restoreEmbedded(config, file, list) : restoreUrl(config, file, list);
}

/** Runs the erasures of a list again that a database does not know. @throws ConfigError for another SECRET_KEY than its */
export async function reapply(
  config: Config,
  { orm }: Pick<Database, "orm">,
  list: ErasureList,
): Promise<ReappliedErasures> {
  const hasObjects = config.mediaStore !== undefined;
  return reapplyErasures({ orm, ...(await openSecrets(config)), hasObjects }, list);
}

async function openSecrets(config: Config) {
  const { secretKey, oldSecretKey } = await loadSecrets(config);
  const sealer = createSealer(secretKey, oldSecretKey);
  return { sealer, phoneHashes: createPhoneHashes(sealer) };
}

/** Lets servers send live texts on a restored database. Returns whether they did not before. */
export async function acceptLostOptOuts({ orm }: Pick<Database, "orm">): Promise<boolean> {
  const { rows } = await sql`
    insert into installation as i (singleton) values (${onlyInstallation})
    on conflict (singleton) do update set lost_since = null where i.lost_since is not null
    returning singleton
  `.execute(queries(orm.em.fork()));
  return rows.length > 0;
}

/** Lets servers send live texts if the callbacks that may be missing are recorded, all from a time on. */
export async function liftAfterBackfill({ orm }: Pick<Database, "orm">, since: Timestamp): Promise<void> {
  await sql`update installation set lost_since = null where lost_since >= ${since}::timestamptz`.execute(
    queries(orm.em.fork()),
  );
}

/**
 * Finds out whether live texts are off, because the database was restored. Returns the time from which callbacks may be
 * missing then: null if it is unknown, because another program has restored the database.
 */
export async function findRestored({
  orm,
}: Pick<Database, "orm">): Promise<{ lostSince: Timestamp | null } | undefined> {
  const { rows } = await sql<{ lost_since: string | null }>`select lost_since from installation`.execute(
    queries(orm.em.fork()),
  );
  const [state] = rows;
  if (!state) return { lostSince: null };
  return state.lost_since === null ? undefined : { lostSince: fromPostgres(state.lost_since) };
}

/**
 * Keeps servers from sending live texts. A backup has every callback that was received before the newest one in it, so none
 * is missing from before that. Without any, that is true of the newest team.
 */
async function holdLiveTexts({ orm }: Pick<Database, "orm">): Promise<void> {
  await sql`
    insert into installation (singleton, lost_since)
    select ${onlyInstallation}, coalesce(
      (select received_at from callback order by id desc limit 1), (select max(created_at) from team), now()
    )
    on conflict (singleton) do update set backed_up_at = null, lost_since = excluded.lost_since
  `.execute(queries(orm.em.fork()));
}

/** Makes everything ready in a folder of the data directory. The directory has a database once its files are moved. */
async function restoreEmbedded(config: Config, file: string, list: ErasureList): Promise<ReappliedErasures> {
  const { dataDir } = config;
  if (!file.endsWith(".tar.gz"))
    throw new ConfigError(`${file} is no backup of the embedded database (.tar.gz): set DATABASE_URL for a .dump.`);
  const taken = ["data", ...secretFiles].filter((name) => existsSync(join(dataDir, name)));
  if (taken.length > 0)
    throw new ConfigError(`DATA_DIR: ${dataDir} already has ${taken.join(", ")}. Restore into an empty directory.`);
  makeDirectory(dataDir);
  const stage = await mkdtemp(join(dataDir, "restore-"));
  try {
    await extractArchive(file, stage).catch((error: Error) => {
      throw new ConfigError(`${file} cannot be extracted, so it is no whole backup: ${error.message}`);
    });
    if (!existsSync(join(stage, "data", labelFile))) throw new ConfigError(`${file} is not a whole backup.`);
    const database = await openDatabase({ databaseUrl: undefined, dataDir: stage });
    let reapplied: ReappliedErasures;
    try {
      await migrate(database);
      await holdLiveTexts(database);
      reapplied = await reapply({ ...config, dataDir: stage }, database, list);
    } finally {
      await database.close();
    }
    for (const name of secretFiles)
      if (existsSync(join(stage, name))) await rename(join(stage, name), join(dataDir, name));
    // Last, because it makes the directory an installation.
    await rename(join(stage, "data"), join(dataDir, "data"));
    return reapplied;
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}

/** Erasures that fail leave the database restored without them, and `messaging privacy reapply` runs them again. */
async function restoreUrl(config: Config, file: string, list: ErasureList): Promise<ReappliedErasures> {
  if (!file.endsWith(".dump"))
    throw new ConfigError(`${file} is no dump (.dump): unset DATABASE_URL for a backup of the embedded database.`);
  if (config.databaseTopology === "citus")
    throw new ConfigError("DATABASE_TOPOLOGY: a cluster is restored by the backups of its nodes; see docs/scaling.md");
  const { phoneHashes } = await openSecrets(config);
  for (const team of list.teams) openListed(phoneHashes, team);
  const database = await openDatabase(config);
  try {
    const em = database.orm.em.fork();
    const [state] = await em.execute(`
      select current_setting('server_version_num')::int / 10000 as major, exists (
        select from pg_class where relkind = 'r' and relnamespace::regnamespace::text in ('public', 'pgboss')
      ) as has_tables
    `);
    if (state?.has_tables) throw new ConfigError("DATABASE_URL: the database has tables. Restore into an empty one.");
    // A dump leaves out the row that allows live texts.
    await restoreDump(findProgram("pg_restore", Number(state?.major)), config.databaseUrl!, file);
    await migrate(database);
    await holdLiveTexts(database);
    return await reapply(config, database, list);
  } finally {
    await database.close();
  }
}
