import { ConcurrentIndexMigration } from "../concurrent-index.ts";

/**
 * Builds the index of the pending deliveries of a target, in the order of their next attempts. Another one finds the
 * deliveries that an earlier version has queued. It is empty otherwise.
 */
export class Migration20261124130200DueDeliveriesConcurrently extends ConcurrentIndexMigration {
  protected readonly indexes = [
    {
      name: "webhook_delivery_due_index",
      on: `"webhook_delivery" ("team_id", "target", "next_attempt_at", "id") where "status" = 'pending'`,
    },
    {
      name: "webhook_delivery_unassigned_index",
      on: `"webhook_delivery" ("team_id", "id") where "status" = 'pending' and "target" is null`,
    },
  ];
}
