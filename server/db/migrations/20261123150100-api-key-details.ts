import { Migration } from "@mikro-orm/migrations";

export class Migration20261123150100ApiKeyDetails extends Migration {
  override up(): void {
    this.addSql(
      `alter table "api_key" add "name" varchar(255) null, add "expires_at" timestamptz(6) null, add "last_used_at" timestamptz(6) null`,
    );
  }
}
