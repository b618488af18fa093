import { Migration } from "@mikro-orm/migrations";

const eventTypes = `'message.received', 'message.status', 'media.stored', 'otp.status', 'consent.changed',
  'consent.suspected',  'contact.changed', 'contact.merged', 'contact.deleted', 'webhook.disabled', 'webhook.test', 'approval.requested',
  'approval.decided'`;

const statements = [
  `alter table api_key add column hold text not null default 'none',
    add column known_by text not null default 'outbound'`,
  `alter table api_key add constraint api_key_hold_check check (hold in ('none', 'all', 'new_recipients')) not valid`,
  `alter table api_key add constraint api_key_known_by_check check (known_by in ('outbound', 'inbound')) not valid`,
  `create table approval (
    team_id uuid not null, id uuid not null, test_mode boolean not null, status text not null, reason text not null,
    api_key_id uuid not null, error_code varchar(64), decided_by uuid, decided_at timestamptz(6), note text,
    created_at timestamptz(6) not null, expires_at timestamptz(6) not null,
    constraint approval_status_check check (status in ('held', 'approved', 'rejected', 'expired', 'canceled')),
    constraint approval_reason_check check (reason in ('key', 'new_recipient'))
  )`,
  `create index approval_list_index on approval (team_id, status, test_mode, created_at, id)`,
  `alter table approval add primary key (team_id, id)`,
  `create index approval_expiry_index on approval (expires_at) where status = 'held'`,
  `create index approval_decided_index on approval (decided_at) where status <> 'held'`,
  `alter table event drop constraint event_type_check`,
  `alter table event add constraint event_type_check check (type in (${eventTypes})) not valid`,
];

/** Adds the holds of keys, and the approvals of texts. */
export class Migration20261127140000HeldSends extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}
