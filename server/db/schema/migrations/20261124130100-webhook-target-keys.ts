import { Migration } from "@mikro-orm/migrations";

/** Adds the foreign key of the new table. */
export class Migration20261124130100WebhookTargetKeys extends Migration {
  override up(): void {
    this.addSql(
      `alter table webhook_target add constraint webhook_target_team_id_foreign foreign key (team_id) references team (id)`,
    );
  }
}
