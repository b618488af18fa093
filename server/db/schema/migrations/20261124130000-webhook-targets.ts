import { Migration } from "@mikro-orm/migrations";

const statements = [
  `alter table webhook_delivery add column target text`,
  `create table webhook_target (
    team_id uuid not null, name text not null, due_at timestamptz(6) not null, leased_by uuid,
    leased_until timestamptz(6)
  )`,
  `create index webhook_target_due_index on webhook_target (due_at)`,
  `alter table webhook_target add primary key (team_id, name)`,
];

/** Deliveries get the name of their target, and targets a table with their leases. */
export class Migration20261124130000WebhookTargets extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}
