import { ConcurrentIndexMigration } from "../concurrent-index.ts";

const due = `where "status" = 'scheduled' and "line_number_id" is null`;

/**
 * Adds the index of the lines of numbers, and indexes of due texts without those in line, so that no look reads them. The
 * earlier indexes of due texts stay, because the servers of an earlier version look by them during an update.
 */
export class LinesOfNumbersConcurrently extends ConcurrentIndexMigration {
  protected readonly indexes = [
    { name: "pending_message_next_index", on: `"pending_message" ("send_at") ${due}` },
    { name: "pending_message_next_of_team_index", on: `"pending_message" ("team_id", "send_at") ${due}` },
    {
      name: "pending_message_line_index",
      on: `"pending_message" ("team_id", "line_number_id", ("thread_id" is null), "send_at", "id")
        where "status" = 'scheduled' and "line_number_id" is not null`,
    },
  ];
}
