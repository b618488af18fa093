import { Migration } from "@mikro-orm/migrations";

/** Creates the texts on the handsets of the simulated carrier. */
export class Migration20261126120000SimulatedTexts extends Migration {
  override up(): void {
    this.addSql(`create table simulated_text (
      team_id uuid not null, id uuid not null, kind text not null, test_mode boolean not null,
      sender varchar(16) not null, handset varchar(16) not null, sealed bytea not null,
      created_at timestamptz(6) not null
    )`);
    this.addSql(`create index simulated_text_age_index on simulated_text (team_id, created_at)`);
    this.addSql(`create index simulated_text_handset_index on simulated_text (team_id, handset, created_at)`);
    this.addSql(`alter table simulated_text add primary key (team_id, id)`);
    this.addSql(`alter table simulated_text add constraint simulated_text_kind_check check (kind in ('text', 'otp'))`);
  }
}
