import { sql } from "kysely";
import { type EntityManager, queries } from "../db/orm.ts";
import type { Cursors } from "../db/sql/cursor.ts";
import { plusMicroseconds, type Timestamp } from "../db/timestamp.ts";
import { failFields } from "../errors.ts";
import { type Feed, retentionMicroseconds } from "./feeds.ts";

/** A place between two events of a team: after the event with that sequence. */
export interface Position {
  sequence: bigint;
  /** A time at which nothing later than that event was known to the reader. */
  time: Timestamp;
}

const listOf = (teamId: string) => `events/${teamId}`;

/** Makes the cursor of a position, which is also its `Last-Event-ID`. */
export const sealPosition = (cursors: Cursors, teamId: string, { sequence, time }: Position): string =>
  cursors.seal(listOf(teamId), [String(sequence), time]);

/** A position, and the parameter that it comes from. */
interface GivenPosition extends Position {
  field: string;
}

/**
 * Reads the position of a cursor. `checkPosition` then compares it with the feed. The feed is not in use before, because a
 * refused text must not begin the recording.
 *
 * @param field the parameter that has the cursor, for errors
 * @throws validation_error for another text
 */
export function openPosition(cursors: Cursors, teamId: string, cursor: string, field: string): GivenPosition {
  const [sequence = "", time = ""] = cursors.open(listOf(teamId), cursor, field);
  return { sequence: BigInt(sequence), time, field };
}

/** Returns a position of the feed. @throws validation_error for a position after which events may be missing */
export function checkPosition({ field, ...position }: GivenPosition, feed: Feed): Position {
  if (position.sequence < feed.openedSequence) failFields([field], beforeRecording(feed));
  if (position.sequence > feed.lastSequence)
    failFields(
      [field],
      "is from before a restore of the database, so events would be missing: start again, or with since",
    );
  if (position.time < oldestTime(feed)) failFields([field], "is older than 30 days, and events are kept for 30 days");
  return position;
}

/**
 * The position before the first event at a time or later.
 *
 * @throws validation_error for a time before the recording, or over 30 days ago
 */
export async function findPosition(em: EntityManager, teamId: string, feed: Feed, since: Timestamp): Promise<Position> {
  if (since < oldestTime(feed)) failFields(["since"], "is more than 30 days ago, and events are kept for 30 days");
  if (since < feed.recordedSince) failFields(["since"], beforeRecording(feed));
  // Two changes may commit in another order than their timestamps, but not by more than a transaction lasts.
  const { rows } = await sql<{ sequence: string | null }>`
    select min(sequence)::text as sequence from event
    where team_id = ${teamId} and created_at >= ${since}::timestamptz and created_at < (
      select created_at from event where team_id = ${teamId} and created_at >= ${since}::timestamptz
      order by created_at limit 1
    ) + interval '30 seconds'
  `.execute(queries(em));
  const first = rows[0]?.sequence;
  return { sequence: first == null ? feed.lastSequence : BigInt(first) - 1n, time: since };
}

/** The position before the oldest event that is kept. */
export async function firstPosition(em: EntityManager, teamId: string, feed: Feed): Promise<Position> {
  const time = [feed.recordedSince, oldestTime(feed)].toSorted().at(-1)!;
  return time === feed.recordedSince ? { sequence: feed.openedSequence, time } : findPosition(em, teamId, feed, time);
}

const oldestTime = ({ now }: Feed) => plusMicroseconds(now, -retentionMicroseconds);

const beforeRecording = ({ recordedSince }: Feed) =>
  `is from before ${recordedSince}, and the events of this team are recorded since then`;
