import { Migration } from "@mikro-orm/migrations";

/** Adds the foreign keys of the endpoints' tables, and validates the types of events. */
export class Migration20261124180100WebhookEndpointKeys extends Migration {
  override up(): void {
    this.addSql(`alter table webhook_endpoint add constraint webhook_endpoint_team_id_foreign
      foreign key (team_id) references team (id)`);
    this.addSql(`alter table webhook_endpoint_secret add constraint webhook_endpoint_secret_team_id_endpoint_id_foreign
      foreign key (team_id, endpoint_id) references webhook_endpoint (team_id, id)`);
    this.addSql(`alter table event validate constraint event_type_check`);
  }
}
