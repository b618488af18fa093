import { Migration } from "@mikro-orm/migrations";

/** Leaves space for a kept answer, which is three times as long as its claim, on the claim's page (a HOT update). */
export class Migration20261122000000RoomForAnswers extends Migration {
  override up(): void {
    this.addSql(`alter table "idempotency_key" set (fillfactor = 25)`);
  }
}
