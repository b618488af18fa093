import { Migration } from "@mikro-orm/migrations";

/** Adds the foreign key of suspected revocations, and validates the types of events. */
export class Migration20261127130100KeysOfSuspectedRevocations extends Migration {
  override up(): void {
    this.addSql(`alter table suspected_revocation add constraint suspected_revocation_team_id_foreign
      foreign key (team_id) references team (id)`);
    this.addSql(`alter table event validate constraint event_type_check`);
  }
}
