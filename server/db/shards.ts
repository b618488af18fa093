import { sql } from "kysely";
import type { Shard } from "./driver/shard-names.ts";
import { type EntityManager, prepared } from "./orm.ts";

/** Reads the shards of a cluster, by id. Each has the names of its tables, and of the tables that every node has. */
export async function readShards(em: EntityManager): Promise<Map<string, Shard>> {
  const { rows } = await sql<{ shard: string | null; table: string; name: string }>`
    select m.shardid as shard, s.logicalrelid::text as table, shard_name(s.logicalrelid, s.shardid) as name
    from pg_dist_shard m
    join pg_dist_partition d on d.logicalrelid = m.logicalrelid
    join pg_dist_partition p on p.colocationid = d.colocationid
    join pg_dist_shard s on s.logicalrelid = p.logicalrelid and s.shardminvalue = m.shardminvalue
    where m.logicalrelid = 'message'::regclass
    union all
    select null, s.logicalrelid::text, shard_name(s.logicalrelid, s.shardid)
    from pg_dist_partition p join pg_dist_shard s on s.logicalrelid = p.logicalrelid
    where p.partmethod = 'n' and p.repmodel = 't'
  `.execute(prepared(em));
  const byShard = Map.groupBy(rows, ({ shard }) => shard);
  const onEveryNode = byShard.get(null) ?? [];
  byShard.delete(null);
  return new Map(
    [...byShard].map(([id, tables]) => [
      id!,
      { id: id!, tables: new Map([...tables, ...onEveryNode].map(({ table, name }) => [table, name])) },
    ]),
  );
}
