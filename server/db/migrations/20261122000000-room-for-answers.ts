import { Migration } from "@mikro-orm/migrations";

/** A kept answer is three times as long as its claim, and finds room on the claim's page: its indexes stay as they are. */
export class Migration20261122000000RoomForAnswers extends Migration {
  override up(): void {
    this.addSql(`alter table "idempotency_key" set (fillfactor = 25)`);
  }
}
