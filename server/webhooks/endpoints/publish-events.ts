/**
 * Queues the events of a team for its endpoints.
 *
 * Promises: an endpoint gets one delivery of each event that passes its filters, because its position moves in the
 * transaction that adds the deliveries. Deliveries are due in the order of `sequence`. Two processes do not publish to
 * the same endpoint at a time.
 * Costs: one transaction for all endpoints of a team at the same position, with at most 500 events.
 * Preconditions: none. A process that finds an endpoint locked leaves it to the other process.
 */

import { sql } from "kysely";
import { emOfTeam, readAllTeams, transactOfTeam } from "../../db/commit/of-teams.ts";
import { type EntityManager, type Orm, ormOf, prepared } from "../../db/orm.ts";
import { newId } from "../../db/schema/ids.ts";
import { rows } from "../../db/sql/rows.ts";
import { fromPostgres, plusMicroseconds, type Timestamp } from "../../db/timestamp.ts";
import { finishOpening } from "../../events/feeds.ts";
import { presentEvent } from "../../events/present.ts";
import { type EventBatch, passes, readEvents } from "../../events/read-events.ts";
import { lockCopying } from "../../events/redact-received.ts";
import { queueEventDeliveries } from "../queue/queue-deliveries.ts";
import { targetOf } from "./endpoint-target.ts";

/** The number of events of a step. */
const stepSize = 500;

/** A replay waits while more deliveries than this are due, so that a long one does not fill the table. */
const maxDueOfReplay = 250;

/** An endpoint that is behind the newest event of its team. Its row is locked. */
interface Follower {
  id: string;
  url: string;
  filter: { types: string[] | undefined; businessNumberId: string | undefined; testMode: boolean | undefined };
  position: bigint;
  replayUntil: bigint | undefined;
  /** The earliest time at which the next delivery may be due. */
  nextAt: Timestamp;
}

/** Queues the next events of a team for its enabled endpoints. Returns whether there may be more. */
export async function publishEvents(orm: Orm, teamId: string): Promise<{ published: number; mayHaveMore: boolean }> {
  return transactOfTeam(orm, teamId, async (tx) => {
    await lockCopying(tx, teamId, "shared");
    const followers = await lockFollowers(tx, teamId);
    const batches = new Map<bigint, EventBatch>();
    for (const { position } of followers) {
      if (!batches.has(position)) batches.set(position, await readEvents(tx, teamId, position, stepSize));
    }
    const steps = followers.map((follower) => stepOf(follower, batches.get(follower.position)!));
    const deliveries = steps.flatMap((step) => step.deliveries);
    await queueEventDeliveries(tx, teamId, deliveries);
    await movePositions(tx, teamId, steps);
    return { published: deliveries.length, mayHaveMore: steps.some(({ isBehind }) => isBehind) };
  });
}

async function lockFollowers(tx: EntityManager, teamId: string): Promise<Follower[]> {
  const found = await sql<{
    id: string;
    url: string;
    types: string[];
    business_number_id: string | null;
    test_mode: boolean | null;
    position: string;
    replay_until: string | null;
    published_at: string;
    now: string;
  }>`
    select id, url, types, business_number_id, test_mode, position::text, replay_until::text, published_at,
      clock_timestamp() as now
    from webhook_endpoint
    where team_id = ${teamId}::uuid and disabled_at is null and deleted_at is null
      and position < (select last_sequence from event_feed where team_id = ${teamId}::uuid)
    order by id for no key update skip locked
  `.execute(prepared(tx));
  const followers = found.rows.map((row): Follower => {
    const now = fromPostgres(row.now);
    const afterLast = plusMicroseconds(fromPostgres(row.published_at), 1);
    return {
      id: row.id,
      url: row.url,
      position: BigInt(row.position),
      nextAt: now > afterLast ? now : afterLast,
      replayUntil: row.replay_until === null ? undefined : BigInt(row.replay_until),
      filter: {
        types: row.types.length === 0 ? undefined : row.types,
        businessNumberId: row.business_number_id ?? undefined,
        testMode: row.test_mode ?? undefined,
      },
    };
  });
  const isReady = await Promise.all(
    followers.map(async ({ id, replayUntil }) => !replayUntil || (await countDue(tx, teamId, id)) <= maxDueOfReplay),
  );
  return followers.filter((_, index) => isReady[index]);
}

/** Counts the due deliveries of an endpoint, not beyond the limit of a replay. */
async function countDue(tx: EntityManager, teamId: string, endpointId: string): Promise<number> {
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from webhook_delivery
      where team_id = ${teamId}::uuid and target = ${targetOf(endpointId)} and status = 'pending'
        and next_attempt_at <= now()
      limit ${maxDueOfReplay + 1}
    ) as due
  `.execute(prepared(tx));
  return counted[0]!.count;
}

/** The deliveries of one endpoint, and its position behind them. A test is queued by its request, for one endpoint. */
function stepOf({ id, url, filter, nextAt, replayUntil }: Follower, { events, end, last }: EventBatch) {
  const wanted = events.filter((event) => event.type !== "webhook.test" && passes(event, filter));
  const deliveries = wanted.map((event, index) => ({
    id: newId(),
    endpointId: id,
    eventId: event.id,
    eventType: event.type,
    target: targetOf(id),
    url,
    payload: JSON.stringify(presentEvent(event)),
    createdAt: plusMicroseconds(nextAt, index),
  }));
  const isReplaying = replayUntil !== undefined && end < replayUntil;
  return {
    id,
    deliveries,
    position: String(end),
    isBehind: end < last,
    publishedAt: deliveries.at(-1)?.createdAt ?? nextAt,
    replayUntil: isReplaying ? String(replayUntil) : null,
  };
}

async function movePositions(tx: EntityManager, teamId: string, steps: ReturnType<typeof stepOf>[]): Promise<void> {
  if (steps.length === 0) return;
  await sql`
    update webhook_endpoint e set position = a.position, published_at = a.published_at, replay_until = a.replay_until
    from ${rows("a", steps, { id: "uuid", position: "bigint", publishedAt: "timestamptz", replayUntil: "bigint" })}
    where e.team_id = ${teamId}::uuid and e.id = a.id
  `.execute(prepared(tx));
}

/** A team with enabled endpoints. */
interface FollowedTeam {
  teamId: string;
  /** Whether some of its events may not be queued yet. */
  isBehind: boolean;
}

/** Finds the teams with enabled endpoints. Finishes the opening of their feeds, which the requests have begun. */
export async function findFollowedTeams(em: EntityManager): Promise<FollowedTeam[]> {
  const followed = sql<{ team_id: string; is_behind: boolean; is_opening: boolean }>`
    select e.team_id, bool_or(e.position < f.last_sequence) as is_behind, bool_or(f.recorded_since is null) as is_opening
    from webhook_endpoint e cross join lateral (
      select last_sequence, recorded_since from event_feed f where f.team_id = e.team_id limit 1
    ) f
    where e.disabled_at is null and e.deleted_at is null
    group by e.team_id
  `;
  const teams = await readAllTeams(em, followed);
  for (const { team_id: teamId, is_opening: isOpening } of teams)
    if (isOpening) await finishOpening(emOfTeam(ormOf(em), teamId), teamId);
  return teams.map(({ team_id: teamId, is_behind: isBehind }) => ({ teamId, isBehind }));
}
