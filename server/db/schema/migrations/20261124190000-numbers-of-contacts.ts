import { Migration } from "@mikro-orm/migrations";

/**
 * Adds the number of a contact among those of its team, and the function of the search's index. Its keys contain the team
 * and the block of 8,192 numbers, so each block of a team has entries of its own. Contacts of processes of the previous
 * version have no number (-1) and form one block.
 *
 * @see server/contacts/lists/search-blocks.ts
 */
export class Migration20261124190000NumbersOfContacts extends Migration {
  override up(): void {
    this.addSql("alter table contact add column ordinal integer not null default -1");
    this.addSql(`
      create or replace function contact_search_keys(team_id uuid, ordinal integer, trigrams text[]) returns bigint[]
      language plpgsql immutable strict parallel safe as $$
      declare
        seed bigint := uuid_hash_extended(team_id, ordinal >> 13);
      begin
        return array(select hashtextextended(trigram, seed) from unnest(trigrams) as trigram);
      end
      $$
    `);
  }
}
