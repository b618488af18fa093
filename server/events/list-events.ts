import type { Scope } from "../operations/scope.ts";
import { useFeed } from "./feeds.ts";
import { checkPosition, findPosition, firstPosition, openPosition, sealPosition } from "./positions.ts";
import { type EventFilter, readEvents, type StoredEvent } from "./read-events.ts";

/** A page of events, and the cursors behind it. */
export interface EventPageRows {
  events: StoredEvent[];
  recordedSince: string;
  nextCursor: string | null;
  position: string;
}

/**
 * A page of the team's events, the oldest first.
 *
 * @throws validation_error for a position from before the recording or over 30 days ago, and for a cursor of another list
 */
export async function listEvents(
  { em, teamId, cursors }: Scope,
  { filter, size, cursor }: { filter: EventFilter; size: number; cursor: string | undefined },
): Promise<EventPageRows> {
  const given = cursor === undefined ? undefined : openPosition(cursors, teamId, cursor, "cursor");
  const feed = await useFeed(em, teamId);
  const from = await startOf();
  const { events, end, last } = await readEvents(em, teamId, from.sequence, size, filter);
  const isAtEnd = end >= last;
  // At the end nothing more was known now. Elsewhere the last event tells the time.
  const time = isAtEnd ? feed.now : (events.at(-1)?.createdAt ?? from.time);
  const position = sealPosition(cursors, teamId, { sequence: end, time });
  return { events, recordedSince: feed.recordedSince, nextCursor: isAtEnd ? null : position, position };

  function startOf() {
    if (given) return checkPosition(given, feed);
    return filter.since === undefined ? firstPosition(em, teamId, feed) : findPosition(em, teamId, feed, filter.since);
  }
}
