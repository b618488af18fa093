import { Migration } from "@mikro-orm/migrations";

/** Adds which texts are not to keep their content. */
export class Migration20261129120000DiscardedTexts extends Migration {
  override up(): void {
    for (const table of ["message", "pending_message"]) this.addSql(`alter table ${table} add column discards boolean`);
  }
}
