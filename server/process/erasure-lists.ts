/** The lists of erasures beside backups. A backup is restored with the newest one, because it lacks what was erased later. */
import { existsSync } from "node:fs";
import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { ConfigError } from "../config-error.ts";
import type { Orm } from "../db/orm.ts";
import { type ErasureList, listAllErasures, parseErasureList } from "../privacy/reapply/erasure-list.ts";

/** The names of lists. Their order is that of time. */
const named = /^messaging-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z\.erasures\.json$/;

/** Writes all erasures of an installation into a file, which only its owner can read. The file is whole or not there. */
export async function writeErasureList(orm: Orm, file: string): Promise<ErasureList> {
  const list = await listAllErasures(orm);
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(list)}\n`, { mode: 0o600, flush: true });
  await rename(draft, file);
  return list;
}

/** Reads a list. @throws ConfigError if there is none in the file */
export async function readErasureList(file: string): Promise<ErasureList> {
  if (!existsSync(file)) throw new ConfigError(`There is no file ${file}.`);
  return parseErasureList(await readFile(file, "utf8"), file);
}

/** Reads the newest list beside a backup. @throws ConfigError if there is none, or no backup */
export async function readNewestList(backup: string): Promise<ErasureList> {
  if (!existsSync(backup)) throw new ConfigError(`There is no file ${backup}.`);
  const directory = dirname(backup);
  const newest = (await listsIn(directory)).at(-1);
  if (newest !== undefined) return readErasureList(join(directory, newest));
  throw new ConfigError(
    `There is no list of erasures beside ${basename(backup)}: people who were erased after the backup would be back. ` +
      "Name the newest list with --erasures FILE, or use --without-erasures if nobody was erased.",
  );
}

/** Deletes the lists that are older than a backup, by the times in their names. */
export async function deleteListsBefore(directory: string, oldest: string): Promise<void> {
  const time = oldest.replace(/\.(tar\.gz|dump)$/, "");
  for (const name of await listsIn(directory)) if (name < time) await rm(join(directory, name));
}

const listsIn = async (directory: string): Promise<string[]> =>
  (await readdir(directory)).filter((name) => named.test(name)).toSorted();
