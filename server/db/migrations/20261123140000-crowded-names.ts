import { Migration } from "@mikro-orm/migrations";

export class Migration20261123140000CrowdedNames extends Migration {
  override up(): void {
    this.addSql(`alter table "contact" add "is_crowded" boolean not null default false`);
    this.addSql(`drop index "contact_company_index"`);
    this.addSql(
      `create index "contact_company_index" on "contact" using gin ("team_id", lower("company"), "name" gin_trgm_ops) with (fastupdate = off) where "company" is not null and not "is_crowded"`,
    );
    this.addSql(
      `create index "contact_crowded_index" on "contact" ("team_id", lower("company"), lower("name")) where "is_crowded"`,
    );
  }
}
