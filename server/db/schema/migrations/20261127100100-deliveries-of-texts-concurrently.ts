import { ConcurrentIndexMigration } from "../concurrent-index.ts";

/** Finds what doors post about a text. */
export class Migration20261127100100DeliveriesOfTextsConcurrently extends ConcurrentIndexMigration {
  protected override readonly indexes = [
    {
      name: "webhook_delivery_subject_index",
      on: `"webhook_delivery" ("team_id", "subject_id") where "subject_id" is not null`,
    },
  ];
}
