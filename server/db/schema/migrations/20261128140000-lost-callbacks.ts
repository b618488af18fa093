import { Migration } from "@mikro-orm/migrations";

/** Adds the time from which callbacks may be missing in a restored database. */
export class Migration20261128140000LostCallbacks extends Migration {
  override up(): void {
    this.addSql("alter table installation add column lost_since timestamptz(6)");
  }
}
