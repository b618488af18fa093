import { Migration } from "@mikro-orm/migrations";

const types = [
  ...["message.received", "message.status", "media.stored", "otp.status", "consent.changed", "consent.suspected"],
  ...["contact.changed", "contact.merged", "contact.deleted", "webhook.disabled", "webhook.test"],
]
  .map((type) => `'${type}'`)
  .join(", ");

const statements = [
  `alter table team add column suspected_revocations text not null default 'report'`,
  `alter table team add constraint team_suspected_revocations_check check (suspected_revocations in ('report', 'block'))`,
  `create table suspected_revocation (
    team_id uuid not null, id uuid not null, phone_number varchar(64) not null, message_id uuid not null,
    business_number_id uuid not null, kind text not null, rule varchar(32) not null, status text not null default 'open',
    due_at timestamptz(6) not null, decided_at timestamptz(6), decided_by uuid, note varchar(1000),
    created_at timestamptz(6) not null
  )`,
  `create index suspected_revocation_list_index on suspected_revocation (team_id, status, due_at, id)`,
  `alter table suspected_revocation add primary key (team_id, id)`,
  `create unique index suspected_revocation_open_unique on suspected_revocation (team_id, phone_number)
    where status = 'open'`,
  `alter table suspected_revocation add constraint suspected_revocation_kind_check
    check (kind in ('revocation', 'wrong_number'))`,
  `alter table suspected_revocation add constraint suspected_revocation_status_check
    check (status in ('open', 'honored', 'dismissed', 'superseded'))`,
  `alter table event drop constraint event_type_check`,
  `alter table event add constraint event_type_check check (type in (${types})) not valid`,
];

/** Creates the texts that may withdraw consent in other words than a keyword. */
export class Migration20261127130000SuspectedRevocations extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}
