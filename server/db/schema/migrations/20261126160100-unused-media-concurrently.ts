import { ConcurrentIndexMigration } from "../concurrent-index.ts";

/** Finds the uploaded files that no message uses. */
export class Migration20261126160100UnusedMediaConcurrently extends ConcurrentIndexMigration {
  protected override readonly indexes = [
    { name: "media_unused_index", on: `"media" ("team_id", "expires_at") where "expires_at" is not null` },
  ];
}
