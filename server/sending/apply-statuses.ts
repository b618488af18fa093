import { sql } from "kysely";
import { byTeam } from "../db/by-team.ts";
import { readClock } from "../db/clock.ts";
import { type DeliveryStatus, deliveryStatuses } from "../db/entities/message.ts";
import { type EntityManager, queries } from "../db/orm.ts";
import type { Timestamp } from "../db/timestamp.ts";
import type { ProviderStatus, StatusFate } from "../provider/callback.ts";
import type { Deliveries } from "./deliveries.ts";
import { isEnd, isGivenUp, statusAfter } from "./status.ts";

/** The provider's words for where a text is. */
const words: ReadonlyMap<string, DeliveryStatus> = new Map([
  ...deliveryStatuses.map((word) => [word, word] as const),
  ["accepted", "queued"],
  ["scheduled", "queued"],
  ["canceled", "failed"],
]);

/** A status and the stored text that it is about. */
interface Found {
  status: ProviderStatus;
  id: string;
}

/**
 * Moves the deliveries of a table by what the provider says of them, in the order of the list; an answer for each. A
 * text is found by the provider's id, else by its own, and keeps the provider's from then on. A word that is not known,
 * or that would be a step back, changes nothing.
 *
 * @see docs/decisions.md, Sending
 */
export async function applyStatuses(
  tx: EntityManager,
  deliveries: Deliveries,
  statuses: ProviderStatus[],
): Promise<StatusFate[]> {
  const found = await findTexts(tx, deliveries, statuses);
  const current = await lockTexts(tx, deliveries, found);
  const now = await readClock(tx);
  const fates = new Map<ProviderStatus, StatusFate>();
  for (const round of roundsOf(found)) {
    const moved = await updateTexts(tx, deliveries, round, now);
    for (const { status, id } of round) {
      const after = moved.get(id) ?? current.get(id)!;
      fates.set(status, after === current.get(id) ? "unchanged" : "applied");
      current.set(id, after);
    }
  }
  return statuses.map((status) => fates.get(status) ?? "unknown");
}

/** What several statuses say of one text is done one after the other. */
function roundsOf(found: Found[]): Found[][] {
  const own = [...Map.groupBy(found, ({ id }) => id).values()];
  const most = Math.max(0, ...own.map(({ length }) => length));
  return Array.from({ length: most }, (_, turn) => own.flatMap((each) => each[turn] ?? []));
}

/** The texts that statuses are about, in the order of the statuses. */
async function findTexts(
  tx: EntityManager,
  { table, isOutbound }: Deliveries,
  statuses: ProviderStatus[],
): Promise<Found[]> {
  if (statuses.length === 0) return [];
  const { rows } = await sql<{ ord: number; id: string }>`
    with asked as (
      select * from unnest(
        ${statuses.map((_, ord) => ord)}::int[], ${statuses.map(({ teamId }) => teamId)}::uuid[],
        ${statuses.map(({ providerId }) => providerId)}::text[], ${statuses.map(({ recordId }) => recordId)}::uuid[]
      ) as a (ord, team_id, sid, record_id)
    )
    select distinct on (ord) ord, id from (
      select a.ord, t.id, 1 as choice from asked a
      join ${table} t on t.team_id = a.team_id and t.provider_id = a.sid and ${isOutbound}
      union all
      select a.ord, t.id, 2 from asked a join ${table} t on t.team_id = a.team_id and t.id = a.record_id and ${isOutbound}
    ) text
    order by ord, choice
  `.execute(queries(tx));
  return rows.map(({ ord, id }) => ({ status: statuses[ord]!, id }));
}

/** Where the texts are now, and stay until the transaction ends; locked in one order. */
async function lockTexts(
  tx: EntityManager,
  { table, status }: Deliveries,
  found: Found[],
): Promise<Map<string, DeliveryStatus>> {
  const current = new Map<string, DeliveryStatus>();
  for (const [teamId, own] of byTeam(found, ({ status }) => status.teamId)) {
    const { rows } = await sql<{ id: string; status: DeliveryStatus }>`
      select t.id, t.${status} as status from ${table} t
      where t.team_id = ${teamId} and t.id = any (${own.map(({ id }) => id)}::uuid[]) order by t.id for update
    `.execute(queries(tx));
    for (const { id, status } of rows) current.set(id, status);
  }
  return current;
}

async function updateTexts(
  tx: EntityManager,
  { table, status }: Deliveries,
  found: Found[],
  now: Timestamp,
): Promise<Map<string, DeliveryStatus>> {
  const rows = found.map(({ status: { teamId, providerId, status, errorCode }, id }) => {
    const word = words.get(status.toLowerCase()) ?? null;
    const failed = word === "failed" || word === "undelivered";
    return { teamId, id, providerId, word, errorCode: failed ? errorCode : null };
  });
  const current = sql`t.${status}`;
  const next = statusAfter(sql`a.word`, current, sql`t.error_code`);
  const moves = sql`a.word is not null and (${isGivenUp(current, sql`t.error_code`)} or ${next} <> ${current})`;
  const updated = await sql<{ id: string; status: DeliveryStatus }>`
    update ${table} t set
      ${status} = case when ${moves} then ${next} else ${current} end,
      error_code = case when ${moves} then a.error_code else t.error_code end,
      provider_id = coalesce(t.provider_id, a.provider_id),
      simulated_outcome = case when ${isEnd(sql`a.word`)} then null else t.simulated_outcome end,
      updated_at = greatest(t.updated_at, ${now}::timestamptz)
    from unnest(
      ${rows.map(({ teamId }) => teamId)}::uuid[], ${rows.map(({ id }) => id)}::uuid[],
      ${rows.map(({ providerId }) => providerId)}::text[], ${rows.map(({ word }) => word)}::text[],
      ${rows.map(({ errorCode }) => errorCode)}::text[]
    ) as a (team_id, id, provider_id, word, error_code)
    where t.team_id = a.team_id and t.id = a.id and (t.provider_id is null or (${moves}))
    returning t.id, ${current} as status
  `.execute(queries(tx));
  return new Map(updated.rows.map(({ id, status }) => [id, status]));
}
