import { ConcurrentIndexMigration } from "../concurrent-index.ts";

/** Adds the index by which the texts of a campaign are listed and canceled. */
export class TextsOfCampaignsConcurrently extends ConcurrentIndexMigration {
  protected readonly indexes = [
    {
      name: "pending_message_campaign_index",
      on: `"pending_message" ("team_id", "test_mode", "campaign", "status", "id") where "campaign" is not null`,
    },
  ];
}
