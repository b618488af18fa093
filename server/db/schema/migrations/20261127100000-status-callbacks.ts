import { Migration } from "@mikro-orm/migrations";

const statements = [
  `alter table message add column status_callback text`,
  `alter table pending_message add column status_callback text`,
  `alter table webhook_target add column is_door boolean not null default false`,
  `alter table webhook_delivery add column is_door boolean not null default false, add column subject_id uuid`,
];

/** Adds the addresses that doors post the statuses of texts to, and what doors post. */
export class Migration20261127100000StatusCallbacks extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}
