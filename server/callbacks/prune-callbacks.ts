import { sql } from "kysely";
import { readClock } from "../db/clock.ts";
import { firstIdAt } from "../db/columns.ts";
import { type EntityManager, queries } from "../db/orm.ts";
import { plusMicroseconds } from "../db/timestamp.ts";

const dayMicroseconds = 24 * 60 * 60 * 1_000_000;

/**
 * Deletes the records of callbacks that are older than the retention. Each statement deletes a chunk, so that none takes
 * long. The statement finds the records by their ids, so the age needs no index. It also compares the age itself, because
 * the clock of the process that made an id may differ from the database's. At worst, a record is deleted later.
 *
 * @returns how many records were deleted
 */
export async function pruneCallbacks(em: EntityManager, retentionDays: number, chunkSize = 5_000): Promise<number> {
  const before = plusMicroseconds(await readClock(em), -retentionDays * dayMicroseconds);
  for (let pruned = 0; ; ) {
    const { rows } = await sql`
      delete from callback where id = any (array(
        select id from callback where id < ${firstIdAt(before)}::uuid and received_at < ${before}::timestamptz
        order by id limit ${chunkSize} for update skip locked
      ))
      returning 1
    `.execute(queries(em));
    pruned += rows.length;
    if (rows.length < chunkSize) return pruned;
  }
}
