import { Migration } from "@mikro-orm/migrations";

const statements = [
  `alter table pending_message add column campaign varchar(64)`,
  `create table campaign (
    team_id uuid not null, test_mode boolean not null, name varchar(64) not null,
    handed_over int not null, updated_at timestamptz(6) not null, primary key (team_id, test_mode, name)
  )`,
];

/** Adds the campaigns of the texts that wait. */
export class Migration20261126160100Campaigns extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}
