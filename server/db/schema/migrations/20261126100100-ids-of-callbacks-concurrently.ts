import { Migration } from "@mikro-orm/migrations";

/**
 * Reads the carrier's ids of the recorded callbacks from their fields, 5,000 callbacks in each transaction. A callback that
 * a worker has locked keeps its mark, as do those that the previous version records from now on.
 */
export class Migration20261126100100IdsOfCallbacksConcurrently extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(`
      do $$
      declare
        step uuid[];
        last uuid := '00000000-0000-0000-0000-000000000000';
      begin
        loop
          step := array(select id from callback where id > last order by id limit 5000);
          exit when step = '{}';
          last := step[cardinality(step)];
          update callback c
          set provider_id = case when char_length(a.sid) > 64 then encode(sha256(convert_to(a.sid, 'UTF8')), 'hex') else a.sid end
          from (
            select id, coalesce(
              case when jsonb_typeof(fields->'MessageSid') = 'string' then nullif(fields->>'MessageSid', '') end,
              case when jsonb_typeof(fields->'SmsSid') = 'string' then nullif(fields->>'SmsSid', '') end
            ) as sid
            from callback where id = any (step) and provider_id = '' for update skip locked
          ) a
          where c.id = a.id;
          commit;
        end loop;
      end
      $$
    `);
  }
}
