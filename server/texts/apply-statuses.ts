import { sql } from "kysely";
import { readClock } from "../db/clock.ts";
import { readAllTeams } from "../db/commit/of-teams.ts";
import { type EntityManager, queries } from "../db/orm.ts";
import type { DeliveryStatus } from "../db/schema/entities/message.ts";
import { rows } from "../db/sql/rows.ts";
import type { Timestamp } from "../db/timestamp.ts";
import type { StatusChange } from "../events/status-events.ts";
import { logRefusals } from "../opt-outs/record-consents.ts";
import type { ReportedStatus } from "../provider/callbacks.ts";
import type { Deliveries } from "./delivery-tables.ts";
import { isFinal, isGivenUp, statusAfter } from "./status.ts";

/** A status that the provider reports for a text. */
export interface ProviderStatus {
  /** The provider's id of the text; null if the callback names none. */
  providerId: string | null;
  /** The id of the message or passcode, from the callback's URL. The record may not exist. */
  recordId: string | null;
  status: ReportedStatus;
  errorCode: string | null;
  /** Whether the text was not delivered because its recipient has opted out of the number. */
  optedOut?: boolean;
}

/** The effect of a status: it was applied, it changed nothing, or its text is not stored here. */
export type StatusFate = "applied" | "unchanged" | "unknown";

/** The effect of a status, and the team of its text; null if the text is not stored here. */
export interface StatusResult {
  fate: StatusFate;
  teamId: string | null;
}

/** A status of a team's text. */
export interface TeamStatus extends ProviderStatus {
  teamId: string;
}

/** A status and the stored text that it is about. */
interface Found {
  status: TeamStatus;
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
 * A text is found by the provider's id, else by its own id, and then keeps the provider's id. An unknown status, or one that
 * would be a step back, changes nothing.
 *
 * @see docs/decisions.md, Sending
 */
export async function applyStatuses(
  tx: EntityManager,
  deliveries: Deliveries,
  statuses: TeamStatus[],
): Promise<AppliedStatuses> {
  const found = await findTexts(tx, deliveries, statuses);
  if (found.length === 0) return { results: statuses.map(() => ({ fate: "unknown", teamId: null })), changes: [] };
  const current = await lockTexts(tx, deliveries, found);
  const now = await readClock(tx);
  await logOptedOut(tx, deliveries, found, now);
  const results = new Map<TeamStatus, StatusResult>();
  const changes: StatusChange[] = [];
  for (const round of roundsOf(found)) {
    const moved = await updateTexts(tx, deliveries, round, now);
    for (const { status, teamId, id } of round) {
      const { status: after, ...change } = moved.get(id) ?? { ...noChange, status: current.get(id)! };
      const isChanged = after !== current.get(id);
      results.set(status, { fate: isChanged ? "applied" : "unchanged", teamId });
      if (isChanged) changes.push({ kind: deliveries.kind, teamId, id, status: after, ...change });
      current.set(id, after);
    }
  }
  return { results: statuses.map((status) => results.get(status) ?? { fate: "unknown", teamId: null }), changes };
}

/** Logs late refusals because of an opt-out, as those at the send are. */
async function logOptedOut(
  tx: EntityManager,
  { kind, table, recipient }: Deliveries,
  found: Found[],
  now: Timestamp,
): Promise<void> {
  const refused = found.filter(({ status }) => status.optedOut);
  if (refused.length === 0) return;
  const { rows: texts } = await sql<{ team_id: string; id: string; phone: string }>`
    select t.team_id, t.id, t.phone from ${rows("a", refused, { teamId: "uuid", id: "uuid" })}
    cross join lateral (
      select t.team_id, t.id, ${recipient} as phone from ${table} t where t.team_id = a.team_id and t.id = a.id limit 1
    ) t
  `.execute(queries(tx));
  await logRefusals(
    tx,
    texts.map(({ team_id: teamId, id, phone }) => ({
      teamId,
      id,
      phone,
      messageId: kind === "message" ? id : null,
      now,
    })),
  );
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
  { table, isOutbound }: Deliveries,
  statuses: TeamStatus[],
): Promise<Found[]> {
  if (statuses.length === 0) return [];
  const asked = rows("a", statuses, {
    ord: ["int", (_, ord) => ord],
    teamId: "uuid",
    providerId: "text",
    recordId: "uuid",
  });
  const { rows: texts } = await sql<{ ord: number; team_id: string; id: string }>`
    with candidate as (
      select * from ${asked}
    )
    select distinct on (ord) ord, team_id, id from (
      select a.ord, t.team_id, t.id, 1 as choice from candidate a
      cross join lateral (
        select team_id, id from ${table} t
        where t.team_id = a.team_id and t.provider_id = a.provider_id and ${isOutbound} limit 1
      ) t
      union all
      select a.ord, t.team_id, t.id, 2 from candidate a
      cross join lateral (
        select team_id, id from ${table} t
        where t.team_id = a.team_id and t.id = a.record_id and ${isOutbound} limit 1
      ) t
    ) text
    order by ord, choice
  `.execute(queries(tx));
  return texts.map(({ ord, team_id, id }) => ({ status: statuses[ord]!, teamId: team_id, id }));
}

/**
 * Finds the teams that have the texts of statuses, among all teams, with an index look-up for each team. The first team by
 * its id counts.
 */
export async function findTeams<Status extends ProviderStatus>(
  em: EntityManager,
  { table, isOutbound }: Deliveries,
  statuses: Status[],
): Promise<Map<Status, string>> {
  const given: ProviderStatus[] = statuses;
  const asked = rows("a", given, { ord: ["int", (_, ord) => ord], providerId: "text", recordId: "uuid" });
  const found = await readAllTeams(
    em,
    sql<{ ord: number; team_id: string }>`
      select a.ord, t.team_id from ${asked} cross join team k
      cross join lateral (
        (
          select team_id from ${table} t
          where t.team_id = k.id and t.provider_id = a.provider_id and ${isOutbound} limit 1
        ) union all (
          select team_id from ${table} t where t.team_id = k.id and t.id = a.record_id and ${isOutbound} limit 1
        )
      ) t
    `,
  );
  const teams = found.toSorted((a, b) => (a.team_id > b.team_id ? -1 : 1));
  return new Map(teams.map(({ ord, team_id }) => [statuses[ord]!, team_id]));
}

/** Locks texts in one order until the transaction ends, and returns their statuses. */
async function lockTexts(
  tx: EntityManager,
  { table, status }: Deliveries,
  found: Found[],
): Promise<Map<string, DeliveryStatus>> {
  const texts = found.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const { rows: locked } = await sql<{ id: string; status: DeliveryStatus }>`
    select t.id, t.status from ${rows("a", texts, { teamId: "uuid", id: "uuid" })}
    cross join lateral (
      select t.id, t.${status} as status from ${table} t
      where t.team_id = a.team_id and t.id = a.id limit 1 for update
    ) t
  `.execute(queries(tx));
  return new Map(locked.map(({ id, status }) => [id, status]));
}

/** What an update returns of a text. */
type Moved = Required<Pick<StatusChange, "status" | "errorCode" | "statusCallback">>;

const noChange = { errorCode: null, statusCallback: null };

const keyOf = ({ teamId, id }: Found) => `${teamId} ${id}`;

async function updateTexts(
  tx: EntityManager,
  { table, status, statusCallback }: Deliveries,
  found: Found[],
  now: Timestamp,
): Promise<Map<string, Moved>> {
  const changes = found.map(({ status: { providerId, status, errorCode }, teamId, id }) => {
    const reported = status === "other" ? null : status;
    const hasFailed = reported === "failed" || reported === "undelivered";
    return { teamId, id, providerId, reported, errorCode: hasFailed ? errorCode : null };
  });
  const current = sql`t.${status}`;
  const next = statusAfter(sql`a.reported`, current, sql`t.error_code`);
  const moves = sql`a.reported is not null and (${isGivenUp(current, sql`t.error_code`)} or ${next} <> ${current})`;
  const { rows: updated } = await sql<{
    id: string;
    status: DeliveryStatus;
    error_code: string | null;
    status_callback: string | null;
  }>`
    update ${table} t set
      ${status} = case when ${moves} then ${next} else ${current} end,
      error_code = case when ${moves} then a.error_code else t.error_code end,
      provider_id = coalesce(t.provider_id, a.provider_id),
      simulated_outcome = case when ${isFinal(sql`a.reported`)} then null else t.simulated_outcome end,
      updated_at = greatest(t.updated_at, ${now}::timestamptz)
    from ${rows("a", changes, { teamId: "uuid", id: "uuid", providerId: "text", reported: "text", errorCode: "text" })}
    where t.team_id = a.team_id and t.id = a.id and (t.provider_id is null or (${moves}))
    returning t.id, ${current} as status, t.error_code, ${statusCallback} as status_callback
  `.execute(queries(tx));
  return new Map(
    updated.map(({ id, status, error_code: errorCode, status_callback }) => [
      id,
      { status, errorCode, statusCallback: status_callback },
    ]),
  );
}
