import { Migration } from "@mikro-orm/migrations";

/** Adds the signature that identifies a callback, and the callback of a consent. Lets senders be longer than phones. */
export class Migration20261123130000CallbackSignatures extends Migration {
  override async up(): Promise<void> {
    for (const [table, column] of [
      ["consent_event", "phone_number"],
      ["opt_out", "phone_number"],
      ["thread", "contact_phone"],
    ] as const) {
      if (await this.isShort(table, column)) {
        this.addSql(`alter table "${table}" alter column "${column}" type varchar(64)`);
      }
    }
    this.addSql(
      `alter table "callback" add column "record_team_id" uuid null, add column "signature" varchar(28) null`,
    );
    // A processed callback then stays on its page, and its indexes need no update.
    this.addSql(`alter table "callback" set (fillfactor = 50)`);
    this.addSql(`create index "callback_signature_index" on "callback" using hash ("signature")`);
    this.addSql(
      `alter table "consent_event" add column "provider_id" varchar(64) null, add column "signature" varchar(28) null, add column "is_effective" boolean not null default true`,
    );
    this.addSql(`alter table "consent_event" drop constraint "consent_event_source_check"`);
    this.addSql(
      `alter table "consent_event" add constraint "consent_event_source_check" check ("source" in ('keyword', 'operator', 'provider'))`,
    );
  }

  /**
   * Whether an earlier version made the column. Otherwise its type does not change, because that would rebuild its
   * indexes. The planner prefers the newest index of a table without statistics.
   */
  private async isShort(table: string, column: string): Promise<boolean> {
    const [row] = await this.execute(
      `select character_maximum_length as length from information_schema.columns
       where table_schema = current_schema() and table_name = '${table}' and column_name = '${column}'`,
    );
    return row!.length < 64;
  }
}
