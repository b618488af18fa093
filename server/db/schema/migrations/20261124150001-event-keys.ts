import { Migration } from "@mikro-orm/migrations";

/** Adds the foreign keys of the events' tables. */
export class Migration20261124150001EventKeys extends Migration {
  override up(): void {
    this.addSql(`alter table event_feed add constraint event_feed_team_id_foreign
      foreign key (team_id) references team (id)`);
  }
}
