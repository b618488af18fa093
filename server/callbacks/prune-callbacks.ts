import { sql } from "kysely";
import { readClock } from "../db/clock.ts";
import { type EntityManager, queries } from "../db/orm.ts";
import { plusMicroseconds } from "../db/timestamp.ts";

const dayMicroseconds = 24 * 60 * 60 * 1_000_000;

/**
 * Deletes the records of callbacks that are older than so many days; answers how many. A statement deletes a chunk of
 * them, so that none runs long.
 */
export async function pruneCallbacks(em: EntityManager, retentionDays: number, chunkSize = 5_000): Promise<number> {
  const before = plusMicroseconds(await readClock(em), -retentionDays * dayMicroseconds);
  for (let pruned = 0; ; ) {
    const { rows } = await sql`
      delete from callback where id = any (array(
        select id from callback where received_at < ${before}::timestamptz order by received_at limit ${chunkSize}
        for update skip locked
      ))
      returning 1
    `.execute(queries(em));
    pruned += rows.length;
    if (rows.length < chunkSize) return pruned;
  }
}
