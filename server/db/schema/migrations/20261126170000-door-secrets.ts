import { Migration } from "@mikro-orm/migrations";

/** Creates the tokens of doors. */
export class Migration20261126170000DoorSecrets extends Migration {
  override up(): void {
    this.addSql(`create table door_secret (
      team_id uuid not null, door varchar(16) not null, test_mode boolean not null, api_key_id uuid not null,
      sealed bytea not null, template text, created_at timestamptz(6) not null,
      primary key (team_id, door, test_mode)
    )`);
  }
}
