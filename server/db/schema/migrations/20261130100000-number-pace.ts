import { Migration } from "@mikro-orm/migrations";

const statements = [
  "alter table business_number add column messages_per_second smallint",
  `create table number_pace (
    team_id uuid not null, number_id uuid not null, free_at timestamptz(6) not null, line_at timestamptz(6) not null,
    primary key (team_id, number_id)
  )`,
  "alter table pending_message add column line_number_id uuid",
];

/** Adds the pace that a number can have, until when its turns are taken, and the line of texts that wait for one. */
export class Migration20261130100000NumberPace extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}
