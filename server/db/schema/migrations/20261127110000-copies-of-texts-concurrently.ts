import { ConcurrentIndexMigration } from "../concurrent-index.ts";

/** Finds what repeats a text that is redacted: the deliveries of its event, and other messages with its files. */
export class Migration20261127110000CopiesOfTextsConcurrently extends ConcurrentIndexMigration {
  protected override readonly indexes = [
    {
      name: "webhook_delivery_event_index",
      on: `"webhook_delivery" ("team_id", "event_id") where "event_id" is not null`,
    },
    { name: "message_media_index", on: `"message" using gin ("media" jsonb_path_ops) where "media" <> '[]'` },
  ];
}
