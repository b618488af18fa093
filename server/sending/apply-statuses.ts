import { sql } from "kysely";
import { byTeam, cutByTeam } from "../db/by-team.ts";
import { readClock } from "../db/clock.ts";
import { type EntityManager, isOnCluster, prepared, queries } from "../db/orm.ts";
import { rows } from "../db/rows.ts";
import { type DeliveryStatus, deliveryStatuses } from "../db/schema/entities/message.ts";
import type { Timestamp } from "../db/timestamp.ts";
import type { StatusChange } from "../events/status-events.ts";
import type { ProviderStatus, StatusResult } from "../provider/callback.ts";
import type { Deliveries } from "./delivery-tables.ts";
import { isFinal, isGivenUp, statusAfter } from "./status.ts";

/** The delivery status for each status of the provider. */
const statusByProviderStatus: ReadonlyMap<string, DeliveryStatus> = new Map([
  ...deliveryStatuses.map((status) => [status, status] as const),
  ["accepted", "queued"],
  ["scheduled", "queued"],
  ["canceled", "failed"],
]);

/** A status and the stored text that it is about. */
interface Found {
  status: ProviderStatus;
  teamId: string;
  id: string;
}

/** The results of applied statuses, in their order, and the changes that they made. */
export interface AppliedStatuses {
  results: StatusResult[];
  changes: StatusChange[];
}

/**
 * Applies the provider's statuses to the deliveries of a table, in the order of the batch, and returns a result for each.
 * A text is found by the provider's id, else by its own id, and then keeps the provider's id. The first team of a status
 * that has the text is used. An unknown status, or one that would be a step back, changes nothing. `inEveryTeam` searches
 * all teams instead, with an index lookup for each of them.
 *
 * @see docs/decisions.md, Sending
 */
export async function applyStatuses(
  tx: EntityManager,
  deliveries: Deliveries,
  statuses: ProviderStatus[],
  { inEveryTeam = false } = {},
): Promise<AppliedStatuses> {
  const found = await findTexts(tx, deliveries, statuses, inEveryTeam);
  const current = await lockTexts(tx, deliveries, found);
  const now = await readClock(tx);
  const results = new Map<ProviderStatus, StatusResult>();
  const changes: StatusChange[] = [];
  for (const round of roundsOf(found)) {
    const moved = await updateTexts(tx, deliveries, round, now);
    for (const { status, teamId, id } of round) {
      const { status: after, errorCode } = moved.get(id) ?? { status: current.get(id)!, errorCode: null };
      const isChanged = after !== current.get(id);
      results.set(status, { fate: isChanged ? "applied" : "unchanged", teamId });
      if (isChanged) changes.push({ kind: deliveries.kind, teamId, id, status: after, errorCode });
      current.set(id, after);
    }
  }
  return { results: statuses.map((status) => results.get(status) ?? { fate: "unknown", teamId: null }), changes };
}

/** Splits statuses into rounds with at most one status per text, so that the statuses of a text apply in order. */
function roundsOf(found: Found[]): Found[][] {
  const byText = [...Map.groupBy(found, ({ id }) => id).values()];
  const roundCount = Math.max(0, ...byText.map(({ length }) => length));
  return Array.from({ length: roundCount }, (_, round) => byText.flatMap((statuses) => statuses[round] ?? []));
}

/** Finds the texts of statuses, in the order of the statuses. */
async function findTexts(
  tx: EntityManager,
  deliveries: Deliveries,
  statuses: ProviderStatus[],
  inEveryTeam: boolean,
): Promise<Found[]> {
  const { table, isOutbound } = deliveries;
  const candidates = statuses.flatMap(({ teamIds, ...status }, ord) =>
    (inEveryTeam ? [null] : teamIds).map((teamId, rank) => ({ ...status, ord, rank, teamId })),
  );
  if (candidates.length === 0) return [];
  if (isOnCluster(tx)) return findOnCluster(tx, deliveries, statuses, candidates, inEveryTeam);
  const { rows: texts } = await sql<FoundRow>`
    with candidate as (
      select a.ord, a.rank, ${inEveryTeam ? sql`k.id` : sql`a.team_id`} as team_id, a.provider_id, a.record_id
      from ${rows("a", candidates, { ord: "int", rank: "int", teamId: "uuid", providerId: "text", recordId: "uuid" })}
      ${inEveryTeam ? sql`cross join team k` : sql``}
    )
    select distinct on (ord) ord, team_id, id from (
      select a.ord, a.rank, t.team_id, t.id, 1 as choice from candidate a
      cross join lateral (
        select team_id, id from ${table} t
        where t.team_id = a.team_id and t.provider_id = a.provider_id and ${isOutbound} limit 1
      ) t
      union all
      select a.ord, a.rank, t.team_id, t.id, 2 from candidate a
      cross join lateral (
        select team_id, id from ${table} t
        where t.team_id = a.team_id and t.id = a.record_id and ${isOutbound} limit 1
      ) t
    ) text
    order by ord, rank, choice, team_id
  `.execute(queries(tx));
  return texts.map(({ ord, team_id, id }) => ({ status: statuses[ord]!, teamId: team_id, id }));
}

interface FoundRow {
  ord: number;
  team_id: string;
  id: string;
}

/** A status, and a team that may have its text; null for every team. */
type Candidate = Omit<ProviderStatus, "teamIds"> & { ord: number; rank: number; teamId: string | null };

/**
 * Finds the texts of statuses on a cluster: with two statements for each team, or by asking every shard. The latter costs
 * an index lookup for each team, as on one PostgreSQL, and a task for each shard.
 */
async function findOnCluster(
  tx: EntityManager,
  { table, isOutbound }: Deliveries,
  statuses: ProviderStatus[],
  candidates: Candidate[],
  inEveryTeam: boolean,
): Promise<Found[]> {
  const columns = { ord: "int", rank: "int", teamId: "uuid", providerId: "text", recordId: "uuid" } as const;
  const keys = [sql`t.provider_id = a.provider_id`, sql`t.id = a.record_id`];
  const statements = [...Map.groupBy(candidates, ({ teamId }) => teamId).values()].flatMap((ofTeam) =>
    keys.map(async (isSame, choice) => {
      const found = await sql<FoundRow & { rank: number }>`
        select a.ord, a.rank, t.team_id, t.id from ${rows("a", ofTeam, columns)}
        ${inEveryTeam ? sql`cross join team k` : sql``}
        join ${table} t on t.team_id = ${inEveryTeam ? sql`k.id` : sql`a.team_id`} and ${isSame} and ${isOutbound}
      `.execute(prepared(tx));
      return found.rows.map((row) => ({ ...row, choice }));
    }),
  );
  const found = (await Promise.all(statements)).flat();
  const inOrder = found.toSorted(
    (a, b) => a.ord - b.ord || a.rank - b.rank || a.choice - b.choice || (a.team_id < b.team_id ? -1 : 1),
  );
  return [...Map.groupBy(inOrder, ({ ord }) => ord)].map(([ord, [best]]) => ({
    ...{ status: statuses[ord]!, teamId: best!.team_id, id: best!.id },
  }));
}

/** Locks texts in one order until the transaction ends, and returns their statuses. All statements are sent at once. */
async function lockTexts(
  tx: EntityManager,
  { table, status }: Deliveries,
  found: Found[],
): Promise<Map<string, DeliveryStatus>> {
  const locked = await Promise.all(
    byTeam(found, ({ teamId }) => teamId).map(([teamId, teamTexts]) => {
      const ids = teamTexts.map(({ id }) => id).toSorted();
      return sql<{ id: string; status: DeliveryStatus }>`
        select t.id, t.status from unnest(${ids}::uuid[]) as a (id)
        cross join lateral (
          select t.id, t.${status} as status from ${table} t
          where t.team_id = ${teamId} and t.id = a.id limit 1 for update
        ) t
      `.execute(queries(tx));
    }),
  );
  return new Map(locked.flatMap(({ rows }) => rows.map(({ id, status }) => [id, status])));
}

async function updateTexts(
  tx: EntityManager,
  { table, status }: Deliveries,
  found: Found[],
  now: Timestamp,
): Promise<Map<string, { status: DeliveryStatus; errorCode: string | null }>> {
  const changes = found.map(({ status: { providerId, status, errorCode }, teamId, id }) => {
    const reported = statusByProviderStatus.get(status.toLowerCase()) ?? null;
    const hasFailed = reported === "failed" || reported === "undelivered";
    return { teamId, id, providerId, reported, errorCode: hasFailed ? errorCode : null };
  });
  const current = sql`t.${status}`;
  const next = statusAfter(sql`a.reported`, current, sql`t.error_code`);
  const moves = sql`a.reported is not null and (${isGivenUp(current, sql`t.error_code`)} or ${next} <> ${current})`;
  const update = (some: typeof changes) => sql<{ id: string; status: DeliveryStatus; error_code: string | null }>`
    update ${table} t set
      ${status} = case when ${moves} then ${next} else ${current} end,
      error_code = case when ${moves} then a.error_code else t.error_code end,
      provider_id = coalesce(t.provider_id, a.provider_id),
      simulated_outcome = case when ${isFinal(sql`a.reported`)} then null else t.simulated_outcome end,
      updated_at = greatest(t.updated_at, ${now}::timestamptz)
    from ${rows("a", some, { teamId: "uuid", id: "uuid", providerId: "text", reported: "text", errorCode: "text" })}
    where t.team_id = a.team_id and t.id = a.id and (t.provider_id is null or (${moves}))
    returning t.id, ${current} as status, t.error_code
  `;
  const updated = await Promise.all(cutByTeam(tx, changes).map((some) => update(some).execute(queries(tx))));
  return new Map(
    updated.flatMap((each) => each.rows).map(({ id, status, error_code }) => [id, { status, errorCode: error_code }]),
  );
}
