import { Migration } from "@mikro-orm/migrations";

const statements = [
  `alter table team add column quiet_hours jsonb`,
  `alter table pending_message
    add column ignores_quiet_hours boolean not null default false, add column is_quiet boolean not null default false`,
];

/** Adds the quiet hours of teams, and what the texts that wait have to do with them. */
export class Migration20261126150000QuietHours extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}
