import { ConcurrentIndexMigration } from "../concurrent-index.ts";

export class ContactsOfSmallCompaniesConcurrently extends ConcurrentIndexMigration {
  protected readonly indexes = [
    {
      name: "contact_name_index",
      on: `"contact" using gin ("team_id", lower("company"), "name" gin_trgm_ops) with (fastupdate = off)
        where "company" is not null and not "is_crowded" and "is_in_large_company"`,
    },
    {
      // Replaces an index of trigrams of the same name.
      name: "contact_company_index",
      on: `"contact" ("team_id", lower("company"), "is_in_large_company") where "company" is not null and not "is_crowded"`,
    },
  ];
}
