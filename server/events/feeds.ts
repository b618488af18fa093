import { sql } from "kysely";
import { readClock } from "../db/clock.ts";
import { type EntityManager, prepared, queries } from "../db/orm.ts";
import { fromPostgres, plusMicroseconds, type Timestamp } from "../db/timestamp.ts";

/** The recorded events of a team. */
export interface Feed {
  /** The position at which the recording began. */
  openedSequence: bigint;
  /** The position of the newest event. */
  lastSequence: bigint;
  /** Every change from then on is recorded. */
  recordedSince: Timestamp;
  /** The time of this reading. */
  now: Timestamp;
}

const dayMicroseconds = 24 * 60 * 60 * 1_000_000;

/** How long events are kept, and how long they are recorded after the last use of a feed. */
export const retentionMicroseconds = 30 * dayMicroseconds;

/** How long a use of a feed is not noted again. */
export const useNoteMicroseconds = dayMicroseconds;

/**
 * The feed of a team, which is now in use. The first use begins the recording. A later use is noted once a day, because
 * a note of each would cost each read a commit.
 */
export async function useFeed(em: EntityManager, teamId: string): Promise<Feed> {
  const feed = await readFeed(em, teamId);
  if (feed && feed.usedAt > plusMicroseconds(feed.now, -useNoteMicroseconds)) return feed;
  await openFeed(em, teamId);
  return (await readFeed(em, teamId))!;
}

/** Notes a use of the feed of a team, and begins the recording if it is closed. */
async function openFeed(em: EntityManager, teamId: string): Promise<void> {
  await beginFeed(em, teamId);
  await finishOpening(em, teamId);
}

/**
 * Opens the feed of a team, and returns the position of its newest event. In a transaction, another call has to finish the
 * opening after the commit.
 */
export async function beginFeed(em: EntityManager, teamId: string): Promise<{ lastSequence: bigint }> {
  // The position before the opening stays free, so that positions of an earlier opening are recognized.
  const { rows } = await sql<{ last_sequence: string }>`
    insert into event_feed (team_id, is_open, opened_sequence, last_sequence, used_at)
    values (${teamId}, true, 1, 1, ${await readClock(em)}::timestamptz)
    on conflict (team_id) do update set
      is_open = true,
      used_at = greatest(event_feed.used_at, excluded.used_at),
      opened_sequence = case when event_feed.is_open then event_feed.opened_sequence
        else event_feed.last_sequence + 1 end,
      last_sequence = case when event_feed.is_open then event_feed.last_sequence else event_feed.last_sequence + 1 end,
      recorded_since = case when event_feed.is_open then event_feed.recorded_since end
    returning last_sequence::text
  `.execute(queries(em));
  return { lastSequence: BigInt(rows[0]!.last_sequence) };
}

/** Notes a use of the feed of a team, from which its time counts. */
export async function noteUse(em: EntityManager, teamId: string, now: Timestamp): Promise<void> {
  await sql`
    update event_feed set used_at = greatest(used_at, ${now}::timestamptz) where team_id = ${teamId}
  `.execute(queries(em));
}

/**
 * Sets the time from which on events are complete, after the opening has committed. A batch of contacts gives each change
 * its own microsecond, so its timestamps may be up to a millisecond ahead of the clock.
 */
export async function finishOpening(em: EntityManager, teamId: string): Promise<void> {
  const recordedSince = plusMicroseconds(await readClock(em), 1_000);
  await sql`
    update event_feed set recorded_since = ${recordedSince}::timestamptz
    where team_id = ${teamId} and is_open and recorded_since is null
  `.execute(queries(em));
}

interface FeedRow {
  opened_sequence: string;
  last_sequence: string;
  recorded_since: string;
  used_at: string;
  now: string;
}

/** The feed of a team, unless it is closed or its opening is not finished. */
export async function readFeed(em: EntityManager, teamId: string): Promise<(Feed & { usedAt: Timestamp }) | undefined> {
  const { rows } = await sql<FeedRow>`
    select opened_sequence::text, last_sequence::text, recorded_since, used_at, clock_timestamp() as now
    from event_feed where team_id = ${teamId} and is_open and recorded_since is not null
  `.execute(prepared(em));
  return rows.map((row) => ({
    openedSequence: BigInt(row.opened_sequence),
    lastSequence: BigInt(row.last_sequence),
    recordedSince: fromPostgres(row.recorded_since),
    usedAt: fromPostgres(row.used_at),
    now: fromPostgres(row.now),
  }))[0];
}
