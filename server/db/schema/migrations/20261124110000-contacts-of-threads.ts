import { Migration } from "@mikro-orm/migrations";

/**
 * Adds copies of the contact that a thread shows, and fills them. Tags of more than 1,500 bytes have no copy.
 *
 * @see server/contacts/lists/shown-contacts.ts
 */
export class Migration20261124110000ContactsOfThreads extends Migration {
  override up(): void {
    this.addSql("alter table thread add column contact_name varchar(255), add column contact_tags text[]");
    this.addSql(`
      with oldest as (
        select distinct on (team_id, phone_number) team_id, phone_number, contact_id
        from contact_phone order by team_id, phone_number, contact_created_at, contact_id
      ), shown as (
        select t.team_id, t.id, c.name, case when pg_column_size(c.tags) <= 1500
          and (pg_column_compression(c.tags) is null or octet_length(c.tags::text) <= 1500) then c.tags end as tags
        from thread t
        left join oldest p on p.team_id = t.team_id and p.phone_number = t.contact_phone
        join contact c on c.team_id = t.team_id and c.id = coalesce(t.contact_id, p.contact_id)
      )
      update thread t set contact_name = s.name, contact_tags = s.tags
      from shown s where t.team_id = s.team_id and t.id = s.id
    `);
  }
}
