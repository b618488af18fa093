import type { Database } from "../../server/db/database.ts";
import { databaseOf } from "../../server/db/orm.ts";

/**
 * Does `work` and counts the rows and index entries that it had PostgreSQL read, by table or index. Checks of foreign
 * keys count, too. Every connection of the pool is asked for its counters, which it would otherwise keep for seconds.
 */
export async function countRowsRead(database: Database, work: () => Promise<unknown>): Promise<Map<string, number>> {
  const before = await readCounters(database);
  await work();
  const after = await readCounters(database);
  return new Map([...after].map(([name, count]) => [name, count - (before.get(name) ?? 0)]));
}

async function readCounters({ orm }: Database): Promise<Map<string, number>> {
  const pool = databaseOf(orm.em).pool;
  const clients = await Promise.all(Array.from({ length: Math.max(1, pool.totalCount) }, () => pool.connect()));
  for (const client of clients) await client.query("select pg_stat_force_next_flush()");
  const { rows } = await clients[0]!.query<{ name: string; count: string }>(`
    select relname as name, coalesce(seq_tup_read, 0) as count from pg_stat_user_tables
    union all select indexrelname, idx_tup_read from pg_stat_user_indexes
  `);
  for (const client of clients) client.release();
  return new Map(rows.map(({ name, count }) => [name, Number(count)]));
}
