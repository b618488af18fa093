import { Migration } from "@mikro-orm/migrations";

/** Adds the foreign keys of the tables of files, and validates the types of events. */
export class Migration20261126150100MediaKeys extends Migration {
  override up(): void {
    this.addSql(`alter table media add constraint media_team_id_message_id_foreign
      foreign key (team_id, message_id) references message (team_id, id)`);
    this.addSql(`alter table media_part add constraint media_part_team_id_media_id_foreign
      foreign key (team_id, media_id) references media (team_id, id)`);
    this.addSql(`alter table event validate constraint event_type_check`);
  }
}
