/**
 * Removes what a team has about erased phones, step by step.
 *
 * Promises: a killed worker repeats one run of a step at most. Two workers never work on one erasure at a time. After the last
 * step of the second time, no table has the phones, and the erasure is done.
 * Costs: a walk over 30 days of callbacks, events and posts for each erasure. After each run, a pause of the same length leaves
 * the database to the requests.
 */
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { readClock } from "../db/clock.ts";
import { emOfTeam, readAllTeams, transactOfTeam } from "../db/commit/of-teams.ts";
import { type EntityManager, type Orm, prepared } from "../db/orm.ts";
import type { ErasedCounts } from "../db/schema/entities/erasure.ts";
import { fromPostgres, plusMicroseconds } from "../db/timestamp.ts";
import { recordErased } from "../events/erasure-events.ts";
import type { Sealer } from "../secrets/sealing.ts";
import { openPhones, patternOf } from "./erased-phones.ts";
import { refreshStatistics } from "./refresh-statistics.ts";
import { eraseAnswers, eraseAudit, eraseDeliveries, eraseEvents } from "./steps/copies.ts";
import { eraseMessages } from "./steps/messages.ts";
import { eraseCallbacks, eraseErrors, eraseOptOuts, erasePasscodes } from "./steps/rest.ts";
import type { Step, StepResult } from "./steps/step.ts";

/** What the work needs. */
export interface ErasureMeans {
  orm: Orm;
  sealer: Sealer;
  /** Whether files may have objects in a store outside of the database. */
  hasObjects: boolean;
}

/** The steps in their order. New ones are added at the end, because a stored erasure has the index of its step. */
const steps: Step[] = [
  eraseMessages,
  eraseEvents,
  eraseDeliveries,
  eraseAnswers,
  eraseAudit,
  erasePasscodes,
  eraseCallbacks,
  eraseErrors,
  eraseOptOuts,
];

interface Row {
  status: "running" | "watching";
  sealed: Buffer;
  step: number;
  position: string | null;
  removed: ErasedCounts;
  requested_at: string;
  watch_until: string;
}

/** How many erasures have a run in one round, so that a long one does not keep the others waiting. */
const perRound = 10;

/** How long an erasure waits after a failure. */
const failureMicroseconds = 60 * 1_000_000;

/**
 * Does one run of a step for erasures that are due. Returns whether more may follow at once. One that fails waits for a minute, and
 * does not keep the others waiting.
 *
 * @throws the first error, once all had their turn
 */
export async function workOnErasures(means: ErasureMeans): Promise<boolean> {
  const due = sql<{ team_id: string; id: string }>`
    select team_id, id, due_at from erasure where due_at <= clock_timestamp()
  `;
  const found = await readAllTeams(means.orm.em.fork(), due, { by: "due_at", limit: perRound });
  const failures: unknown[] = [];
  for (const { team_id: teamId, id } of found) {
    const begunAt = performance.now();
    await runStep(means, teamId, id).catch(async (error) => {
      failures.push(error);
      await postpone(means.orm, teamId, id);
    });
    await wait(performance.now() - begunAt);
  }
  if (failures.length > 0) throw failures[0];
  return found.length > 0;
}

async function postpone(orm: Orm, teamId: string, id: string): Promise<void> {
  const em = emOfTeam(orm, teamId);
  const later = plusMicroseconds(await readClock(em), failureMicroseconds);
  await sql`
    update erasure set due_at = ${later}::timestamptz where team_id = ${teamId} and id = ${id} and due_at is not null
  `.execute(prepared(em));
}

/**
 * Does one run of the present step of an erasure, unless another process has it. After the last one, what is left is the
 * statistics, outside of a transaction, so that the rows are gone for them.
 */
async function runStep({ orm, sealer, hasObjects }: ErasureMeans, teamId: string, id: string): Promise<void> {
  const isThrough = await transactOfTeam(orm, teamId, async (tx) => {
    const [now, erasure] = [await readClock(tx), await takeDue(tx, teamId, id)];
    if (!erasure || erasure.step === steps.length) return erasure !== undefined;
    const phones = openPhones(sealer, { teamId, id, sealed: erasure.sealed });
    const result = await steps[erasure.step]!({
      tx,
      teamId,
      erasureId: id,
      phones,
      pattern: patternOf(phones),
      until: fromPostgres(erasure.requested_at),
      watchUntil: fromPostgres(erasure.watch_until),
      now,
      position: erasure.position,
      hasObjects,
    });
    await store(tx, { teamId, id, now, erasure, result });
    return false;
  });
  if (!isThrough) return;
  await refreshStatistics(orm);
  await transactOfTeam(orm, teamId, (tx) => end(tx, teamId, id));
}

async function takeDue(tx: EntityManager, teamId: string, id: string): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select status, sealed, step, reached as position, removed, requested_at, watch_until from erasure
    where team_id = ${teamId} and id = ${id} and due_at <= clock_timestamp() for update skip locked
  `.execute(prepared(tx));
  return rows[0];
}

/** Stores where the work goes on. */
async function store(
  tx: EntityManager,
  { teamId, id, now, erasure, result }: { teamId: string; id: string; now: string; erasure: Row; result: StepResult },
): Promise<void> {
  const removed = JSON.stringify(sumOf(erasure.removed, result.removed));
  const step = result.next ? erasure.step : erasure.step + 1;
  const { position = null, notBefore = now } = result.next ?? {};
  await sql`
    update erasure set step = ${step}::smallint, reached = ${position}, removed = ${removed}::jsonb,
      due_at = ${notBefore}::timestamptz
    where team_id = ${teamId} and id = ${id}
  `.execute(prepared(tx));
}

/** Ends the first or the second time of an erasure, unless another process has done it. */
async function end(tx: EntityManager, teamId: string, id: string): Promise<void> {
  const [now, erasure] = [await readClock(tx), await takeDue(tx, teamId, id)];
  if (erasure?.step !== steps.length) return;
  const isDone = erasure.status === "watching";
  await sql`
    update erasure set status = ${isDone ? "done" : "watching"}, step = 0, reached = null,
      due_at = case when ${isDone}::boolean then null else watch_until end,
      completed_at = case when ${isDone}::boolean then ${now}::timestamptz end,
      sealed = case when ${isDone}::boolean then null else sealed end
    where team_id = ${teamId} and id = ${id}
  `.execute(prepared(tx));
  if (isDone) await recordErased(tx, teamId, { erasureId: id }, now);
}

const sumOf = (removed: ErasedCounts, more: Partial<ErasedCounts> = {}): ErasedCounts => ({
  ...removed,
  ...Object.fromEntries(
    Object.entries(more).map(([name, count]) => [name, removed[name as keyof ErasedCounts] + (count ?? 0)]),
  ),
});
