import { Migration } from "@mikro-orm/migrations";

const eventTypes = `'message.received', 'message.status', 'media.stored', 'otp.status', 'consent.changed',
  'contact.changed', 'contact.merged', 'contact.deleted', 'webhook.disabled', 'webhook.test'`;

const statements = [
  `create table media (
    team_id uuid not null, id uuid not null, message_id uuid not null, place smallint not null,
    source_url text not null, declared_type text, content_type varchar(64), size int, sha256 bytea,
    state text not null, error varchar(64), attempt_count smallint not null, next_attempt_at timestamptz(6),
    store text, created_at timestamptz(6) not null, stored_at timestamptz(6),
    constraint media_state_check check (state in ('pending', 'stored', 'failed', 'refused')),
    constraint media_store_check check (store in ('db', 's3'))
  )`,
  `create index media_message_index on media (team_id, message_id)`,
  `alter table media add primary key (team_id, id)`,
  `create index media_due_index on media (next_attempt_at, team_id, id) where state = 'pending'`,
  `create table media_part (
    team_id uuid not null, media_id uuid not null, number smallint not null, bytes bytea not null,
    primary key (team_id, media_id, number)
  )`,
  // Pictures and videos are compressed already.
  `alter table media_part alter column bytes set storage external`,
  `create table media_deletion (
    team_id uuid not null, media_id uuid not null, created_at timestamptz(6) not null, primary key (team_id, media_id)
  )`,
  `alter table event drop constraint event_type_check`,
  `alter table event add constraint event_type_check check (type in (${eventTypes})) not valid`,
];

/** Creates the files of inbound messages. */
export class Migration20261126150000Media extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}
