import { Migration } from "@mikro-orm/migrations";

const statements = [
  `alter table media alter column message_id drop not null, alter column place drop not null,
    alter column source_url drop not null, add column expires_at timestamptz(6)`,
  `alter table pending_message add column media jsonb not null default '[]'`,
];

/** Adds uploaded files, and the files of texts that wait. */
export class Migration20261126160000UploadedMedia extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}
