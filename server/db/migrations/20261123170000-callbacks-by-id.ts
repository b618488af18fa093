import { Migration } from "@mikro-orm/migrations";

/** Callbacks are listed and pruned by their ids, which are ordered by time. */
export class Migration20261123170000CallbacksById extends Migration {
  override up(): void {
    this.addSql(`drop index if exists "callback_age_index"`);
  }
}
