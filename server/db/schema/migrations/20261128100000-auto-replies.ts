import { Migration } from "@mikro-orm/migrations";

const statements = [
  `alter table business_number add column auto_replies jsonb not null default '{}'`,
  `alter table pending_message add column auto_reply text`,
  `alter table message add column auto_reply text`,
];

/** Adds the texts that business numbers answer by themselves, and which texts are such answers. */
export class Migration20261128100000AutoReplies extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}
