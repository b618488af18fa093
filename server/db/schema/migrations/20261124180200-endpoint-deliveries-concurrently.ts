import { ConcurrentIndexMigration } from "../concurrent-index.ts";

/** Builds the index of the deliveries of an endpoint, in their order. */
export class Migration20261124180200EndpointDeliveriesConcurrently extends ConcurrentIndexMigration {
  protected readonly indexes = [
    {
      name: "webhook_delivery_endpoint_index",
      on: `"webhook_delivery" ("team_id", "endpoint_id", "id") where "endpoint_id" is not null`,
    },
  ];
}
