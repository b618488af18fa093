import { Migration } from "@mikro-orm/migrations";

/** Validates the holds of keys and the types of events. */
export class Migration20261127140100ChecksOfHolds extends Migration {
  override up(): void {
    this.addSql(`alter table api_key validate constraint api_key_hold_check`);
    this.addSql(`alter table api_key validate constraint api_key_known_by_check`);
    this.addSql(`alter table event validate constraint event_type_check`);
  }
}
