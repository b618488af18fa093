import { Migration } from "@mikro-orm/migrations";

/**
 * Lets fewer new entries of the search's index wait. The write that fills the list moves all entries into the index, and
 * its whole batch waits for that.
 */
export class Migration20261124170000ShorterPendingList extends Migration {
  override up(): void {
    this.addSql("alter index contact_search_index set (gin_pending_list_limit = 64)");
  }
}
