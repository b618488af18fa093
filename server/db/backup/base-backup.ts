/**
 * A copy of the files of a running PostgreSQL, by SQL alone: the package of the embedded PostgreSQL has no pg_basebackup.
 *
 * @see https://www.postgresql.org/docs/current/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP
 */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import type { Archive } from "./archive.ts";

/** Where a PostgreSQL of this machine listens, and the directory of its files. */
export interface RunningPostgres {
  host: string;
  port: number;
  user: string;
  data: string;
}

/** Folders whose content PostgreSQL makes anew. The segments of the log are added after the copy. */
const emptied = new Set([
  ...["pg_wal", "pg_replslot", "pg_dynshmem", "pg_notify", "pg_serial", "pg_snapshots", "pg_stat_tmp", "pg_subtrans"],
]);

/** Files that belong to the running processes, or that PostgreSQL makes anew. */
const skipped =
  /^(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map(\.old)?|pg_internal\.init.*|pgsql_tmp.*)$/;

/** The file that says where recovery begins. */
export const labelFile = "backup_label";

/**
 * Adds the files to an archive, below `prefix`, while others write to the database. After the copy of the directory come the
 * segments of the write-ahead log since its beginning, which a temporary slot keeps until then. The label is last and makes
 * the backup whole. A PostgreSQL of the same major version that starts on the files recovers to the end of the copy.
 */
export async function addBaseBackup(
  archive: Archive,
  prefix: string,
  { data, ...address }: RunningPostgres,
): Promise<void> {
  const client = new pg.Client({ ...address, database: "postgres", ssl: false, application_name: "messaging backup" });
  // The next statement throws the error.
  client.on("error", () => {});
  await client.connect();
  const ask = async (text: string, values: unknown[] = []): Promise<Record<string, string>> =>
    (await client.query(text, values)).rows[0];
  try {
    await ask("select pg_create_physical_replication_slot($1, true, true)", [`messaging_backup_${process.pid}`]);
    const { segment: first } = await ask("select pg_walfile_name(pg_backup_start('messaging', true)) as segment");
    await addFolder(archive, prefix, data);
    const { label, lsn } = await ask("select labelfile as label, lsn from pg_backup_stop(true)");
    const { segment: last } = await ask("select pg_walfile_name($1::pg_lsn) as segment", [lsn]);
    for (const name of (await readdir(join(data, "pg_wal"))).toSorted())
      if (/^[0-9A-F]{24}$/.test(name) && name >= first! && name <= last!)
        await archive.addFile(`${prefix}/pg_wal/${name}`, join(data, "pg_wal", name));
    await archive.add(`${prefix}/${labelFile}`, Buffer.from(label!));
  } finally {
    // Ends an unfinished backup, too, and drops the slot.
    await client.end();
  }
}

async function addFolder(archive: Archive, name: string, path: string): Promise<void> {
  await archive.addDirectory(name);
  const entries = await readdir(path, { withFileTypes: true });
  for (const entry of entries) {
    const inner: [string, string] = [`${name}/${entry.name}`, join(path, entry.name)];
    if (entry.isDirectory() && !skipped.test(entry.name))
      await (emptied.has(entry.name) ? archive.addDirectory(inner[0]) : addFolder(archive, ...inner));
    if (entry.isFile() && !skipped.test(entry.name)) await archive.addFile(...inner);
  }
}
