import { Migration } from "@mikro-orm/migrations";

/** Creates the feeds of teams and their events. */
export class Migration20261124150000Events extends Migration {
  override up(): void {
    // An updated feed stays on its page (a HOT update).
    this.addSql(`create table event_feed (
      team_id uuid not null, is_open boolean not null, opened_sequence bigint not null, last_sequence bigint not null,
      recorded_since timestamptz(6), used_at timestamptz(6) not null,
      primary key (team_id)
    ) with (fillfactor = 50)`);
    this.addSql(`create table event (
      team_id uuid not null, sequence bigint not null, id uuid not null, type text not null, test_mode boolean not null,
      business_number_id uuid, data text not null, created_at timestamptz(6) not null
    )`);
    this.addSql(`create index event_age_index on event (team_id, created_at)`);
    this.addSql(`alter table event add primary key (team_id, sequence)`);
    this.addSql(`alter table event add constraint event_data_check check (octet_length(data) <= 16384)`);
    this.addSql(`alter table event add constraint event_type_check
      check (type in ('message.received', 'message.status', 'otp.status', 'consent.changed', 'contact.changed',
        'contact.merged', 'webhook.disabled'))`);
  }
}
