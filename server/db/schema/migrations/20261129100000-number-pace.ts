import { Migration } from "@mikro-orm/migrations";

const statements = [
  "alter table business_number add column messages_per_second smallint",
  `create table number_pace (
    team_id uuid not null, number_id uuid not null, free_at timestamptz(6) not null, line_ends_at timestamptz(6) not null,
    primary key (team_id, number_id)
  )`,
];

/** Adds the pace that a number can have, and until when its turns are taken. */
export class Migration20261129100000NumberPace extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}
