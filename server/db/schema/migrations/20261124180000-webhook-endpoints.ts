import { Migration } from "@mikro-orm/migrations";

const eventTypes = `'message.received', 'message.status', 'otp.status', 'consent.changed', 'contact.changed',
  'contact.merged', 'webhook.disabled', 'webhook.test'`;

const statements = [
  // An updated endpoint stays on its page (a HOT update).
  `create table webhook_endpoint (
    team_id uuid not null, id uuid not null, url varchar(2048) not null, types text[] not null,
    business_number_id uuid, test_mode boolean, position bigint not null, published_at timestamptz(6) not null,
    replay_until bigint, failing_since timestamptz(6), disabled_at timestamptz(6), deleted_at timestamptz(6),
    created_at timestamptz(6) not null, updated_at timestamptz(6) not null,
    primary key (team_id, id)
  ) with (fillfactor = 50)`,
  `create table webhook_endpoint_secret (
    team_id uuid not null, id uuid not null, endpoint_id uuid not null, sealed bytea not null,
    created_at timestamptz(6) not null, expires_at timestamptz(6)
  )`,
  `create index webhook_endpoint_secret_endpoint_index on webhook_endpoint_secret (team_id, endpoint_id)`,
  `alter table webhook_endpoint_secret add primary key (team_id, id)`,
  `create unique index webhook_endpoint_secret_current_unique on webhook_endpoint_secret (team_id, endpoint_id)
    where expires_at is null`,
  `alter table webhook_delivery alter column message_id drop not null`,
  `alter table webhook_delivery add column endpoint_id uuid, add column event_id uuid, add column event_type text`,
  `alter table event drop constraint event_type_check`,
  `alter table event add constraint event_type_check check (type in (${eventTypes})) not valid`,
];

/** Creates the webhook endpoints of teams. A delivery is that of a message or that of an event to an endpoint. */
export class Migration20261124180000WebhookEndpoints extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}
