import { sql } from "kysely";
import { readClock } from "../../db/clock.ts";
import { type EntityManager, prepared } from "../../db/orm.ts";
import { rows } from "../../db/sql/rows.ts";
import { fromPostgres, plusMicroseconds, type Timestamp } from "../../db/timestamp.ts";
import { recordEvents } from "../../events/record-events.ts";

/** An attempt to post an event to an endpoint. */
export interface EndpointAttempt {
  teamId: string;
  endpointId: string;
  startedAt: Timestamp;
  isDelivered: boolean;
  /** Whether the endpoint was failing when the delivery was read. */
  wasFailing: boolean;
}

/** An endpoint with nothing but failures for this time is disabled. */
const disableMicroseconds = 5 * 24 * 60 * 60 * 1_000_000;

/**
 * Notes since when endpoints fail, and disables those that have failed for five days, in the transaction that records the
 * attempts. Endpoints whose state stays the same are not written.
 */
export async function judgeEndpoints(tx: EntityManager, attempts: EndpointAttempt[]): Promise<void> {
  const ofEndpoints = [...Map.groupBy(attempts, ({ teamId, endpointId }) => `${teamId} ${endpointId}`)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, ofEndpoint]) => ofEndpoint);
  const recovered = ofEndpoints.filter((each) => each.some(({ isDelivered, wasFailing }) => isDelivered && wasFailing));
  const failed = ofEndpoints.filter((each) => !each.some(({ isDelivered }) => isDelivered));
  if (recovered.length > 0) await clearFailures(tx, recovered);
  if (failed.length > 0) await noteFailures(tx, failed);
}

async function clearFailures(tx: EntityManager, recovered: EndpointAttempt[][]): Promise<void> {
  const endpoints = recovered.map(([first]) => first!);
  await sql`
    update webhook_endpoint e set failing_since = null
    from ${rows("a", endpoints, { teamId: "uuid", endpointId: "uuid" })}
    where e.team_id = a.team_id and e.id = a.endpoint_id and e.failing_since is not null and e.disabled_at is null
  `.execute(prepared(tx));
}

async function noteFailures(tx: EntityManager, failed: EndpointAttempt[][]): Promise<void> {
  const endpoints = failed.map((ofEndpoint) => {
    const times = ofEndpoint.map(({ startedAt }) => startedAt).toSorted();
    const { teamId, endpointId } = ofEndpoint[0]!;
    const last = times.at(-1)!;
    return { teamId, endpointId, first: times[0]!, last, limit: plusMicroseconds(last, -disableMicroseconds) };
  });
  const { rows: changed } = await sql<{
    team_id: string;
    id: string;
    failing_since: string;
    disabled_at: string | null;
  }>`
    update webhook_endpoint e set failing_since = coalesce(e.failing_since, a.first),
      disabled_at = case when e.failing_since <= a.limit_at then a.last end,
      replay_until = case when e.failing_since <= a.limit_at then null else e.replay_until end
    from ${rows("a", endpoints, {
      teamId: "uuid",
      endpointId: "uuid",
      first: "timestamptz",
      last: "timestamptz",
      limitAt: ["timestamptz", ({ limit }) => limit],
    })}
    where e.team_id = a.team_id and e.id = a.endpoint_id and e.disabled_at is null and e.deleted_at is null
      and (e.failing_since is null or e.failing_since <= a.limit_at)
    returning e.team_id, e.id, e.failing_since, e.disabled_at
  `.execute(prepared(tx));
  const disabled = changed.filter(({ disabled_at }) => disabled_at !== null);
  if (disabled.length === 0) return;
  const now = await readClock(tx);
  await recordEvents(
    tx,
    disabled.map(({ team_id: teamId, id: endpointId, failing_since }) => ({
      teamId,
      type: "webhook.disabled",
      testMode: false,
      businessNumberId: null,
      now,
      data: { endpointId, failingSince: fromPostgres(failing_since) },
    })),
  );
}
