import { Migration } from "@mikro-orm/migrations";

/**
 * Keeps no statistics of the fields of callbacks. No statement searches them, and they took up to two thirds of
 * the time of an analysis.
 */
export class Migration20261124201000StatisticsOfCallbacks extends Migration {
  override up(): void {
    this.addSql("alter table callback alter column fields set statistics 0");
  }
}
