/**
 * Counts the segments of live texts and passcodes against the budgets of API keys: a row per key and day in UTC.
 *
 * Promises: the texts of a key never use more than its budget of a day, counted over all processes. A text is counted in
 * the transaction that stores it. A definite refusal gives its segments back once; an unknown outcome does not.
 * Costs: nothing for a key without a budget. Otherwise the texts of a key wait for each other's commits.
 */
import { type RawBuilder, sql } from "kysely";
import { type EntityManager, prepared, withoutResult } from "../db/orm.ts";
import { rows } from "../db/sql/rows.ts";
import { type WithPart, withParts } from "../db/sql/with-parts.ts";
import type { Deliveries } from "./delivery-tables.ts";
import type { Charge, NewTextBase, Settlement, StoredTextBase } from "./text-kind.ts";

/** A text of a key with a budget. */
export interface Budgeted {
  id: string;
  maxSegments: number;
}

/** What counts of a text. */
type Spending = Pick<NewTextBase, "id" | "teamId" | "apiKeyId" | "rights" | "segments" | "testMode" | "now">;

/** The live texts whose keys have a budget. */
export const budgetedOf = (texts: Spending[]): Budgeted[] =>
  texts.flatMap(({ id, testMode, rights: { segmentsPerDay: maxSegments } }) =>
    testMode || maxSegments === null ? [] : { id, maxSegments },
  );

/** What a text uses of its key's budget, if the key has one. */
export function chargeOf({ apiKeyId, segments, testMode, rights }: NewTextBase): Charge | undefined {
  return testMode || apiKeyId === null || rights.segmentsPerDay === null ? undefined : { apiKeyId, segments };
}

/** The columns of the texts with a budget. */
export const budgetColumns = { id: "uuid", maxSegments: "int" } as const;

/**
 * The `with` queries that count the texts of the relation `countable` that have a budget, which `budgeted` lists. `funded`
 * has the ids of those that the budget covers, and `asking` those of all of them. The relation `countable` has the columns
 * `id`, `team_id`, `api_key_id`, `segments`, `now` and `ord`.
 *
 * A key's texts are counted together. `running_sums` has the running sums of their segments, the smallest first. The
 * greatest running sum that the budget covers is granted, so no text is refused that would still fit.
 */
export const countedTexts = (budgeted: RawBuilder<unknown>): WithPart[] => [
  ["with_budget", sql`select * from ${budgeted}`],
  [
    "asking",
    sql`
    select id, team_id, api_key_id, day, max_segments,
      sum(segments) over (partition by team_id, api_key_id, day order by segments, ord)::int as running
    from (select *, date_trunc('day', now, 'UTC') as day from countable join with_budget using (id)) as a`,
  ],
  [
    "counted",
    sql`
    insert into key_usage as u (team_id, api_key_id, day, max_segments, running_sums, segments, granted)
    select team_id, api_key_id, day, max_segments, running_sums, granted, granted
    from (
      select team_id, api_key_id, day, min(max_segments) as max_segments,
        array_agg(running order by running) as running_sums
      from asking group by team_id, api_key_id, day
    ) as a, lateral (select ${granted(sql`max_segments`, sql`running_sums`)} as granted) as g
    order by team_id, api_key_id, day
    on conflict (team_id, api_key_id, day) do update set
      max_segments = excluded.max_segments,
      running_sums = excluded.running_sums,
      segments = u.segments + ${granted(sql`excluded.max_segments - u.segments`, sql`excluded.running_sums`)},
      granted = ${granted(sql`excluded.max_segments - u.segments`, sql`excluded.running_sums`)}
    returning team_id, api_key_id, day, granted`,
  ],
  [
    "funded",
    sql`select a.id from asking a join counted c using (team_id, api_key_id, day) where a.running <= c.granted`,
  ],
];

/** The greatest of the ascending sums that is at most `available`, or 0. */
function granted(available: RawBuilder<unknown>, sums: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`coalesce((${sums})[width_bucket(${available}, ${sums})], 0)`;
}

/** The number of segments that the budget of a request's key has left today; null without a budget, and in test mode. */
export async function findSegmentsLeft(
  em: EntityManager,
  { teamId, apiKeyId, testMode, rights: { segmentsPerDay }, now }: SpendingRequest,
): Promise<number | null> {
  if (testMode || segmentsPerDay === null) return null;
  const { rows: used } = await sql<{ segments: number }>`
    select u.segments from key_usage u
    where u.team_id = ${teamId} and u.api_key_id = ${apiKeyId} and u.day = date_trunc('day', ${now}::timestamptz, 'UTC')
  `.execute(prepared(em));
  return Math.max(0, segmentsPerDay - (used[0]?.segments ?? 0));
}

type SpendingRequest = Omit<Spending, "id" | "segments">;

/** Counts texts against their keys' budgets, and returns the ids of those that no budget covers. */
export async function findUnfunded(tx: EntityManager, texts: Spending[]): Promise<Set<string>> {
  const budgeted = budgetedOf(texts);
  if (budgeted.length === 0) return new Set();
  const columns = { teamId: "uuid", id: "uuid", apiKeyId: "uuid", segments: "int", now: "timestamptz" } as const;
  const { rows: unfunded } = await sql<{ id: string }>`
    ${withParts([
      ["countable", sql`select * from ${rows("a", texts, columns, "ord")}`],
      ...countedTexts(rows("a", budgeted, budgetColumns)),
    ])}
    select id from asking where id not in (select id from funded)
  `.execute(prepared(tx));
  return new Set(unfunded.map(({ id }) => id));
}

/**
 * Gives back the segments of texts that the provider has definitely refused. The row of such a text is still `queued`.
 * It is locked, so that a repetition of a settlement whose commit was lost gives nothing back.
 */
export async function giveBack(
  tx: EntityManager,
  { table, status }: Deliveries,
  settlements: Settlement<StoredTextBase>[],
): Promise<void> {
  const refused = settlements.flatMap(({ stored: { teamId, id }, outcome, charge, now }) =>
    charge && outcome.kind === "refused" ? { teamId, id, ...charge, now } : [],
  );
  if (refused.length === 0) return;
  await sql`
    update key_usage u set segments = u.segments - a.segments
    from (
      select team_id, api_key_id, day, sum(segments)::int as segments from (
        select a.team_id, a.api_key_id, date_trunc('day', a.now, 'UTC') as day, a.segments
        from ${rows("a", refused, { teamId: "uuid", id: "uuid", apiKeyId: "uuid", segments: "int", now: "timestamptz" })}
        cross join lateral (
          select from ${table} m where m.team_id = a.team_id and m.id = a.id and m.${status} = 'queued' limit 1
          for update
        ) as m
      ) as a group by team_id, api_key_id, day order by team_id, api_key_id, day
    ) as a
    where u.team_id = a.team_id and u.api_key_id = a.api_key_id and u.day = a.day
  `.execute(withoutResult(tx));
}
