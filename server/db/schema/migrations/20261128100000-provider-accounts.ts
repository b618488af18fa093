import { Migration } from "@mikro-orm/migrations";

const statements = [
  `create table provider_account (
    id uuid not null, name varchar(63) not null, kind varchar(32) not null, settings_sealed bytea not null,
    status text not null, created_at timestamptz(6) not null, updated_at timestamptz(6) not null,
    primary key (id),
    constraint provider_account_name_unique unique (name),
    constraint provider_account_status_check check (status in ('active', 'paused'))
  )`,
  "create table provider_revision (singleton int not null, revision int not null, primary key (singleton))",
  "insert into provider_revision (singleton, revision) values (1, 0)",
  "alter table business_number add column provider_account_id uuid",
  "alter table callback add column provider_account_id uuid",
];

/** Adds the accounts at carriers that numbers can have. */
export class Migration20261128100000ProviderAccounts extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}
