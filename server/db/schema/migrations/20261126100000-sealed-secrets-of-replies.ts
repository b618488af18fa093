import { Migration } from "@mikro-orm/migrations";

const statements = [
  // Secrets without an endpoint sign the replies of their team.
  "alter table webhook_endpoint_secret alter column endpoint_id drop not null",
  // A process of the previous version reads and writes clear text, and its rows have the default.
  "alter table webhook_secret add column needed_until timestamptz(6) not null default now() + interval '1 day'",
];

/** Lets secrets of replies be sealed. Those in clear text stay for a day, until no process of the previous version runs. */
export class Migration20261126100000SealedSecretsOfReplies extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}
