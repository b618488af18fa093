import type { Scope } from "../operations/scope.ts";
import { useFeed } from "./feeds.ts";
import { checkPosition, findPosition, openPosition } from "./positions.ts";
import type { EventFilter } from "./read-events.ts";

/**
 * The sequence after which a stream starts: that of the last received event, else the first event from `since` on, else now.
 *
 * @throws validation_error for a position from before the recording or over 30 days ago, and for another text
 */
export async function findStreamStart(
  { em, teamId, cursors }: Scope,
  filter: EventFilter,
  lastEventId: string | undefined,
): Promise<bigint> {
  const given = lastEventId === undefined ? undefined : openPosition(cursors, teamId, lastEventId, "last_event_id");
  const feed = await useFeed(em, teamId);
  if (given) return checkPosition(given, feed).sequence;
  if (filter.since === undefined) return feed.lastSequence;
  return (await findPosition(em, teamId, feed, filter.since)).sequence;
}
