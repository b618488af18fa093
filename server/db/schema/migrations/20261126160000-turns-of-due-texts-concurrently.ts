import { ConcurrentIndexMigration } from "../concurrent-index.ts";

/** Adds the index by which teams take turns when many texts are due. */
export class TurnsOfDueTextsConcurrently extends ConcurrentIndexMigration {
  protected readonly indexes = [
    { name: "pending_message_turn_index", on: `"pending_message" ("team_id", "send_at") where "status" = 'scheduled'` },
  ];
}
