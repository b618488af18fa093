import { Migration } from "@mikro-orm/migrations";

/**
 * Lets an archived number release its phone. The previous version does not know released numbers, so the check
 * prevents it from restoring them while both versions run.
 */
export class Migration20261123150000ReleasedNumbers extends Migration {
  override up(): void {
    this.addSql(`alter table "business_number" add "released_at" timestamptz(6) null`);
    this.addSql(
      `alter table "business_number" add constraint "business_number_released_check" check ("released_at" is null or "status" = 'archived')`,
    );
    this.addSql(
      `alter table "business_number" add constraint "business_number_team_phone_unique" unique ("team_id", "phone_number")`,
    );
    this.addSql(`alter table "business_number" drop constraint "business_number_phone_number_unique"`);
    this.addSql(
      `create unique index "business_number_phone_number_unique" on "business_number" ("phone_number") where "released_at" is null`,
    );
  }
}
