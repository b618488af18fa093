import { Migration } from "@mikro-orm/migrations";

/**
 * Adds the function that keeps the shard of a team on its node until the transaction ends. Its update finds no row. Citus
 * routes it, and takes the lock that a move of the shard waits for. Only a cluster has the function.
 *
 * @see server/db/transact-of-team.ts
 */
export class Migration20261124200200ShardsInPlace extends Migration {
  override up(): void {
    this.addSql(`
      do $do$
      begin
        if not exists (select from pg_extension where extname = 'citus') then
          return;
        end if;
        create or replace function keep_shard_in_place(team uuid, shard bigint) returns void language plpgsql as $$
        begin
          update event_feed set last_sequence = last_sequence where team_id = team and last_sequence < 0;
          if not exists (
            select from pg_dist_placement p join pg_dist_local_group g on g.groupid = p.groupid where p.shardid = shard
          ) then
            raise exception 'Shard % is on another node', shard using errcode = 'MS001';
          end if;
        end
        $$;
      end
      $do$
    `);
  }
}
