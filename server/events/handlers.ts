import { parseTimestamp } from "../db/timestamp.ts";
import type { AreaHandlers } from "../operations/handlers.ts";
import { readFilter } from "./filters.ts";
import { listEvents } from "./list-events.ts";
import { checkTypes } from "./named-types.ts";
import { presentEvent } from "./present.ts";
import { findStreamStart } from "./stream-start.ts";

/** Translates contract ↔ domain for the events area. Contains no rules. */
export const events: AreaHandlers<"events"> = {
  async listEvents({ query }, scope) {
    checkTypes(scope.rights, query.types);
    const filter = { ...readFilter(query), since: query.since && parseTimestamp(query.since) };
    const page = await listEvents(scope, { filter, size: query.per_page, cursor: query.cursor });
    return { ...page, events: page.events.map(presentEvent) };
  },

  async streamEvents({ query }, scope) {
    checkTypes(scope.rights, query.types);
    const filter = { ...readFilter(query), since: query.since && parseTimestamp(query.since) };
    return { filter, after: await findStreamStart(scope, filter, query.last_event_id) };
  },
};
