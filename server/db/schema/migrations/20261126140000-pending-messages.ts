import { Migration } from "@mikro-orm/migrations";

const statements = [
  `create table pending_message (
    team_id uuid not null, id uuid not null, api_key_id uuid, test_mode boolean not null, thread_id uuid,
    business_number_id uuid, phone_number varchar(16) not null, body text not null, segments int not null,
    encoding text not null, reply_webhook_url text, webhook_data varchar(100), status text not null,
    send_at timestamptz(6), expires_at timestamptz(6), error_code varchar(64),
    created_at timestamptz(6) not null, updated_at timestamptz(6) not null
  )`,
  `create index pending_message_status_index on pending_message (team_id, status, id)`,
  `alter table pending_message add primary key (team_id, id)`,
  `create index pending_message_phone_index on pending_message (team_id, phone_number, id) where status <> 'canceled'`,
  `create index pending_message_due_index on pending_message (send_at) where status = 'scheduled'`,
  `create index pending_message_canceled_index on pending_message (updated_at) where status = 'canceled'`,
  `alter table pending_message add constraint pending_message_status_check
    check (status in ('held', 'scheduled', 'canceled'))`,
];

/** Creates the table of the texts that wait. */
export class Migration20261126140000PendingMessages extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}
