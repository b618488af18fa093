import type { EventRecord } from "../../generated/api.ts";
import type { StoredEvent } from "./read-events.ts";

/** An event as it is posted, streamed and listed. */
export function presentEvent(event: StoredEvent): EventRecord {
  return {
    id: event.id,
    type: event.type,
    timestamp: event.createdAt,
    sequence: Number(event.sequence),
    testMode: event.testMode,
    data: JSON.parse(event.data),
  };
}
