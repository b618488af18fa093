import { Migration } from "@mikro-orm/migrations";

/** Adds the number of days that a team keeps its messages. */
export class Migration20261127170000MessageRetention extends Migration {
  override up(): void {
    this.addSql(`alter table team add column message_retention_days int`);
  }
}
