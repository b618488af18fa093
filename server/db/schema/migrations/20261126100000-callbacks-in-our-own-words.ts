import { Migration } from "@mikro-orm/migrations";

/**
 * Adds what a callback says in our own words, and the carrier's id of its text. The default marks the callbacks that a
 * process of the previous version records: their ids are in `fields`. A later version drops it.
 *
 * @see server/inbound/earlier-callbacks.ts
 */
export class Migration20261126100000CallbacksInOurOwnWords extends Migration {
  override up(): void {
    this.addSql(`
      alter table callback add column content jsonb null, add column provider_id varchar(64) null default '',
        alter column content set statistics 0
    `);
  }
}
