import { Migration } from "@mikro-orm/migrations";

/** Validates the sources and the evidence of consents. */
export class Migration20261127120100ChecksOfConsents extends Migration {
  override up(): void {
    this.addSql(`alter table consent_event validate constraint consent_event_source_check`);
    this.addSql(`alter table consent_event validate constraint consent_event_evidence_check`);
  }
}
