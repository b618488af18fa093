import { Migration } from "@mikro-orm/migrations";

/** Fills the pages again: keys are now often inserted with their answer, and other keys gained nothing by the space. */
export class Migration20261122200000FullPagesOfKeys extends Migration {
  override up(): void {
    this.addSql(`alter table "idempotency_key" reset (fillfactor)`);
  }
}
