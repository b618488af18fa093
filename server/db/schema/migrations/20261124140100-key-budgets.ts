import { Migration } from "@mikro-orm/migrations";

const statements = [
  `alter table api_key add column recipients text[], add column segments_per_day int`,
  `alter table message add column api_key_id uuid`,
  `alter table otp add column api_key_id uuid`,
  // An updated row stays on its page (a HOT update).
  `create table key_usage (
    team_id uuid not null, api_key_id uuid not null, day timestamptz(6) not null, segments int not null,
    max_segments int not null, running_sums int[] not null, granted int not null,
    primary key (team_id, api_key_id, day)
  ) with (fillfactor = 50)`,
];

export class KeyBudgets extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}
