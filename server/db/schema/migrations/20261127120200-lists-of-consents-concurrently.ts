import { ConcurrentIndexMigration } from "../concurrent-index.ts";

/** Adds the indexes of the lists of consents and opt-outs. */
export class ListsOfConsentsConcurrently extends ConcurrentIndexMigration {
  protected readonly indexes = [
    { name: "consent_event_list_index", on: `"consent_event" ("team_id", "sequence") where "sequence" > 0` },
    {
      name: "consent_event_source_index",
      on: `"consent_event" ("team_id", "source", "sequence") where "sequence" > 0`,
    },
    {
      name: "opt_out_list_index",
      on: `"opt_out" ("team_id", "created_at", "phone_number") where "created_at" > '1970-01-01 00:00:00+00'`,
    },
  ];
}
