import { Migration } from "@mikro-orm/migrations";

/** Adds the foreign key of erasures. */
export class Migration20261127180100KeysOfErasures extends Migration {
  override up(): void {
    this.addSql(
      `alter table erasure add constraint erasure_team_id_foreign foreign key (team_id) references team (id)`,
    );
  }
}
