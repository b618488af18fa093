import { Migration } from "@mikro-orm/migrations";

/**
 * Contacts of small companies are compared one by one, so they need no index of trigrams. Stored contacts keep theirs.
 * New entries of the search's index wait in a list of half a megabyte, because writing many at once costs less.
 */
export class ContactsOfSmallCompanies extends Migration {
  override up(): void {
    this.addSql("alter table contact add column is_in_large_company boolean not null default true");
    this.addSql("alter table contact alter column is_in_large_company set default false");
    this.addSql("alter index contact_search_index set (fastupdate = on, gin_pending_list_limit = 512)");
  }
}
