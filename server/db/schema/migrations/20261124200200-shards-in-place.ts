import { Migration } from "@mikro-orm/migrations";

/**
 * Adds the function that keeps shards on the connected node until the transaction ends. It fails if one is not there, or
 * on another node, too. Only a cluster has the function.
 *
 * @see server/db/cluster/places.ts
 */
export class Migration20261124200200ShardsInPlace extends Migration {
  override up(): void {
    this.addSql(`
      do $do$
      begin
        if not exists (select from pg_extension where extname = 'citus') then
          return;
        end if;
        create or replace function keep_shards_in_place(shards bigint[]) returns void language plpgsql as $$
        begin
          -- The lock that a write by Citus takes, and that a move of the shard waits for: ShareLock.
          perform lock_shard_metadata(5, shards);
          if exists (
            select from unnest(shards) as shard where array(select groupid from pg_dist_placement where shardid = shard)
              <> array(select groupid from pg_dist_local_group)
          ) then
            raise exception 'A shard of % is not, or not only, on this node', shards using errcode = 'MS001';
          end if;
        end
        $$;
      end
      $do$
    `);
  }
}
