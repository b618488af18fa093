import { ConcurrentIndexMigration } from "../concurrent-index.ts";

/** Numbers the existing contacts, and replaces the search's index by one with keys per block. */
export class SearchByBlockConcurrently extends ConcurrentIndexMigration {
  protected readonly indexes = [
    {
      name: "contact_search_index",
      on: `"contact" using gin (contact_search_keys("team_id", "ordinal", "search_trigrams"))
        with (fastupdate = on, gin_pending_list_limit = 64)`,
    },
  ];

  override up(): void {
    this.addSql(`
      update contact c set ordinal = a.ordinal
      from (
        select team_id, id, row_number() over (partition by team_id order by created_at, id) - 1 as ordinal from contact
      ) a
      where c.team_id = a.team_id and c.id = a.id and c.ordinal <> a.ordinal
    `);
    super.up();
  }
}
