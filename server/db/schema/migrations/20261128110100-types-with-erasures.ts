import { Migration } from "@mikro-orm/migrations";

/** Validates the types of events. */
export class Migration20261128110100TypesWithErasures extends Migration {
  override up(): void {
    this.addSql(`alter table event validate constraint event_type_check`);
  }
}
