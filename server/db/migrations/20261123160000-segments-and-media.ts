import { Migration } from "@mikro-orm/migrations";

/** Adds columns without rewriting or scanning the table: each is nullable or has a constant default. */
export class Migration20261123160000SegmentsAndMedia extends Migration {
  override up(): void {
    this.addSql(
      `alter table "message" add "segments" int null, add "encoding" text null, add "media" jsonb not null default '[]'`,
    );
  }
}
