import type { EventMode, EventType } from "../../generated/api.ts";
import type { EventFilter } from "./read-events.ts";

/** Reads the filters of a request for events. */
export function readFilter(given: {
  types?: EventType[] | undefined;
  business_number_id?: string | undefined;
  mode?: EventMode | undefined;
}): EventFilter {
  return {
    types: given.types,
    businessNumberId: given.business_number_id?.toLowerCase(),
    testMode: given.mode && given.mode === "test",
  };
}
