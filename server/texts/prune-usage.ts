import { sql } from "kysely";
import { type EntityManager, queries } from "../db/orm.ts";
import type { Timestamp } from "../db/timestamp.ts";

/** Deletes the counts of days that began before a timestamp, and returns their number. */
export async function pruneUsage(em: EntityManager, before: Timestamp): Promise<number> {
  const { numAffectedRows } = await sql`delete from key_usage where day < ${before}::timestamptz`.execute(queries(em));
  return Number(numAffectedRows);
}
