import { Migration } from "@mikro-orm/migrations";

const sources = ["keyword", "operator", "provider", "api", "import", "phrase"].map((each) => `'${each}'`).join(", ");

const statements = [
  `alter table consent_event
    add column reason varchar(32), add column evidence jsonb, add column occurred_at timestamptz(6),
    add column api_key_id uuid`,
  `alter table consent_event drop constraint consent_event_source_check`,
  `alter table consent_event add constraint consent_event_source_check check (source in (${sources})) not valid`,
  `alter table consent_event add constraint consent_event_evidence_check
    check (octet_length(evidence::text) <= 5120) not valid`,
];

/** Adds what requests of the API say about consents. */
export class Migration20261127120000DeclaredConsents extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}
