import { Migration } from "@mikro-orm/migrations";

const statements = [
  "alter table webhook_endpoint add column api_key_id uuid",
  // The event of a creation has the time of its request, as the endpoint does.
  `update webhook_endpoint e set api_key_id = a.api_key_id from audit_event a
   where a.team_id = e.team_id and a.at = e.created_at and a.operation = 'createWebhookEndpoint'
     and a.target = e.id::text`,
];

/** Adds the key of a webhook endpoint. Older endpoints get the key that the audit event of their creation names, if any. */
export class Migration20261125110000KeysOfEndpoints extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}
