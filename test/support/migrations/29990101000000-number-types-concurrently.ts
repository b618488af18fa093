import { ConcurrentIndexMigration } from "../../../server/db/schema/concurrent-index.ts";

/** A migration of a later version, for a table that has data by then. */
export class Migration29990101000000NumberTypesConcurrently extends ConcurrentIndexMigration {
  protected override readonly indexes = [
    { name: "number_types", isUnique: true, on: `"business_number" ("team_id", "type")` },
  ];
}
