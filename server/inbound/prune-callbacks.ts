import { sql } from "kysely";
import { type EntityManager, queries } from "../db/orm.ts";
import { firstIdAt } from "../db/schema/ids.ts";
import type { Timestamp } from "../db/timestamp.ts";
import { openRowsBefore, pruneInSteps } from "../housekeeping/prune.ts";

/**
 * Deletes the records of callbacks older than a timestamp, and returns their number. A callback that is not processed yet
 * stays; see `openRowsBefore`. The statement finds the records by
 * their ids, so the age needs no index. It also compares the age itself, because the clock of the process that made an id
 * may differ from the database's. At worst, a record is deleted later.
 */
export function pruneCallbacks(em: EntityManager, before: Timestamp, stepSize = 5_000): Promise<number> {
  return pruneInSteps(stepSize, async (limit) => {
    const { rows } = await sql`
      delete from callback where id = any (array(
        select id from callback where id < ${firstIdAt(before)}::uuid and received_at < ${before}::timestamptz
          and (processed_at is not null or received_at < ${openRowsBefore(before)}::timestamptz)
        order by id limit ${limit} for update skip locked
      ))
      returning 1
    `.execute(queries(em));
    return { found: rows.length, removed: rows.length };
  });
}
