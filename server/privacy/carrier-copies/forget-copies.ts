/**
 * Has the carriers delete their copies of the texts that erasures have deleted here.
 *
 * Promises: only the carrier of a text is asked to delete its copy. Two workers never request the same deletion at a time: a worker
 * first stores the time of the next attempt, which is later than its request can end. A killed worker repeats a request at most.
 * Costs: two transactions and a request for each text, ten at a time. After them, a pause of the same length.
 *
 * The copies of all teams go in the order of their times, so a large erasure delays those of others, by hours at most. Turns of the
 * teams would need an index by team, which each removed text would pay for, and nobody waits for a copy.
 */
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { readClock } from "../../db/clock.ts";
import { readAllTeams, transactOfTeam } from "../../db/commit/of-teams.ts";
import { type Orm, prepared, withoutResult } from "../../db/orm.ts";
import { plusMicroseconds } from "../../db/timestamp.ts";
import type { Log } from "../../log.ts";
import { type CarrierMeans, findForgetting } from "../../provider-accounts/forgetting.ts";

/** What the work needs. */
export interface ForgetMeans extends CarrierMeans {
  orm: Orm;
  log: Pick<Log, "warn">;
}

/** How many texts are asked for at a time. */
const perRound = 10;

const minuteMicroseconds = 60 * 1_000_000;

/** The times between the attempts: twice as long each time, up to twelve hours. The last attempt is four days after the first. */
const delayAfter = (attempts: number) => Math.min(5 * 2 ** (attempts - 1), 720) * minuteMicroseconds;

const maxAttempts = 15;

/** What became of a copy. That of the simulated carrier counts as nothing. */
type End = "deleted" | "given_up" | "kept" | "simulated";

interface Taken {
  erasureId: string;
  providerId: string;
  /** With this one. */
  attempts: number;
}

/**
 * Asks for copies that are due. Returns whether more may follow at once. A carrier that does not delete a text is asked again later,
 * and does not keep the others waiting.
 */
export async function forgetCopies(means: ForgetMeans): Promise<boolean> {
  const due = sql<{ team_id: string; id: string }>`
    select team_id, id, due_at from carrier_copy where due_at <= clock_timestamp()
  `;
  const found = await readAllTeams(means.orm.em.fork(), due, { by: "due_at", limit: perRound });
  const begunAt = performance.now();
  await Promise.all(found.map(({ team_id: teamId, id }) => forgetCopy(means, teamId, id)));
  await wait(performance.now() - begunAt);
  return found.length > 0;
}

async function forgetCopy(means: ForgetMeans, teamId: string, id: string): Promise<void> {
  const { orm, log } = means;
  const taken = await take(orm, teamId, id);
  if (!taken) return;
  const { erasureId, attempts, providerId } = taken;
  try {
    const forget = await findForgetting(orm.em.fork(), means, providerId);
    if (forget === "simulated") return await finish(orm, teamId, id, "simulated");
    if (forget === "cannot") return await finish(orm, teamId, id, "kept");
    await forget();
  } catch (error) {
    const isLast = attempts >= maxAttempts;
    // The message of a failed fetch says no more than that.
    const { message, cause: reason } = error as Error & { cause?: { code?: string } };
    const cause = reason?.code ?? message;
    log.warn({ teamId, erasureId, attempts, isLast, cause }, "privacy: the carrier has not deleted a text");
    if (isLast) await finish(orm, teamId, id, "given_up");
    return;
  }
  await finish(orm, teamId, id, "deleted");
}

/** Takes a copy, unless another process has it, and stores when it is asked for again. */
const take = (orm: Orm, teamId: string, id: string): Promise<Taken | undefined> =>
  transactOfTeam(orm, teamId, async (tx) => {
    const now = await readClock(tx);
    const { rows } = await sql<Taken>`
      select erasure_id as "erasureId", provider_id as "providerId", attempts + 1 as attempts from carrier_copy
      where team_id = ${teamId} and id = ${id} and due_at <= ${now}::timestamptz for update skip locked
    `.execute(prepared(tx));
    const [taken] = rows;
    if (!taken) return undefined;
    const { attempts } = taken;
    await sql`
      update carrier_copy set attempts = ${attempts}::smallint,
        due_at = ${plusMicroseconds(now, delayAfter(attempts))}::timestamptz
      where team_id = ${teamId} and id = ${id}
    `.execute(withoutResult(tx));
    return taken;
  });

/** Removes a copy and counts it, once. */
const finish = (orm: Orm, teamId: string, id: string, end: End): Promise<void> =>
  transactOfTeam(orm, teamId, async (tx) => {
    const { rows } = await sql<{ erasureId: string }>`
      delete from carrier_copy where team_id = ${teamId} and id = ${id} returning erasure_id as "erasureId"
    `.execute(prepared(tx));
    const [removed] = rows;
    if (!removed) return;
    await sql`
      update erasure set copies_open = copies_open - 1,
        copies_deleted = copies_deleted + (${end} = 'deleted')::int,
        copies_given_up = copies_given_up + (${end} = 'given_up')::int,
        copies_kept = copies_kept + (${end} = 'kept')::int
      where team_id = ${teamId} and id = ${removed.erasureId}
    `.execute(withoutResult(tx));
  });
