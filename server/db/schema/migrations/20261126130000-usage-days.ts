import { Migration } from "@mikro-orm/migrations";

const statements = [
  `create table usage_day (
    team_id uuid not null, day timestamptz(6) not null, test_mode boolean not null, received int not null,
    sent int not null, delivered int not null, failed int not null, segments int not null, passcodes int not null,
    primary key (team_id, day, test_mode)
  )`,
];

/** Creates the table of the counts of closed days. */
export class Migration20261126130000UsageDays extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}
