import { Migration } from "@mikro-orm/migrations";

/** Adds the foreign key of texts that carriers are to delete. */
export class Migration20261128160100KeysOfCarrierCopies extends Migration {
  override up(): void {
    this.addSql(
      `alter table carrier_copy add constraint carrier_copy_team_id_foreign foreign key (team_id) references team (id)`,
    );
  }
}
