/**
 * Questions to an embedded database that do not go through what is under test.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import type { EmbeddedDatabase } from "../../server/db/embedded/embedded.ts";
import { isInUse } from "../../server/db/embedded/processes.ts";

export type Address = Omit<EmbeddedDatabase, "close">;

/** Runs a statement in a new session, and returns its rows. */
export async function query({ host, port, user, database }: Address, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ host, port, user, database });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** The processes of the sessions that keep a database running. */
export async function findKeepers(database: Address): Promise<number[]> {
  const rows = await query(database, "select pid from pg_stat_activity where application_name = 'messaging keeper'");
  return rows.map(({ pid }) => Number(pid));
}

/** Whether a PostgreSQL runs in the directory. */
export function isRunning(directory: string): boolean {
  return isInUse(join(directory, "data"));
}

/** The process id of the directory's PostgreSQL. */
export function readPostmaster(directory: string): number {
  return Number.parseInt(readFileSync(join(directory, "data", "postmaster.pid"), "utf8"), 10);
}
