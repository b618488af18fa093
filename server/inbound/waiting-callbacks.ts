/**
 * Callbacks whose team's rows are out of reach.
 *
 * Promises: they wait until the rows are back, for as long as jobs are kept, and then count as new. Callbacks of other
 * teams do not wait for them.
 * Costs: they are collected in jobs of up to `maxCallbacks`. A job whose teams are all still out of reach is returned
 * without a look at its callbacks.
 */
import { findOutOfReach } from "../db/commit/each-place.ts";
import type { EntityManager } from "../db/orm.ts";
import { type WaitingJob, waitSeconds } from "../queue/return-to-queue.ts";
import type { TakenJob } from "../queue/take-in-order.ts";

/** How many callbacks a waiting job has at most. */
const maxCallbacks = 1_000;

/** The team that each callback waits for, by the callback's id; see `findOutOfReach` for the empty id. */
export type AwaitedTeams = Map<string, string>;

/** A callback of a job, with the team that it waits for. */
export interface WaitingTask<Data> {
  job: TakenJob<Data>;
  data: Data & { callbackId: string };
  teamId: string;
}

/** Finds the jobs that wait for teams which are all still out of reach. */
export async function findIdle<Job extends TakenJob<{ awaitedTeams?: string[] }>>(
  tx: EntityManager,
  jobs: Job[],
): Promise<Job[]> {
  const awaited = jobs.flatMap((job) => (job.data.awaitedTeams ?? []).map((teamId) => ({ job, teamId })));
  const away = await findOutOfReach(tx, awaited);
  const open = new Set(awaited.flatMap(({ job, teamId }) => (away.has(teamId) ? [] : job)));
  return [...new Set(awaited.map(({ job }) => job))].filter((job) => !open.has(job));
}

/** Collects waiting callbacks of jobs in as few jobs as possible. `tasks` has them in the order of their jobs. */
export function collectWaiting<Data extends object>(tasks: WaitingTask<Data>[]): WaitingJob[] {
  return Map.groupBy(tasks, ({ data }) => ("attempt" in data ? data.attempt : 0))
    .values()
    .flatMap(packsOf)
    .map((pack): WaitingJob => {
      const { job, data } = pack[0]!;
      const callbackId = pack.map((task) => task.data.callbackId);
      const awaitedTeams = [...new Set(pack.map(({ teamId }) => teamId))];
      return { id: job.id, data: { ...data, callbackId, awaitedTeams }, delaySeconds: waitSeconds };
    })
    .toArray();
}

/** Joins the tasks of whole jobs, so that each pack has a job of its own. */
function packsOf<Data>(tasks: WaitingTask<Data>[]): WaitingTask<Data>[][] {
  const packs: WaitingTask<Data>[][] = [];
  for (const ofJob of Map.groupBy(tasks, ({ job }) => job).values()) {
    const last = packs.at(-1);
    if (last && last.length + ofJob.length <= maxCallbacks) last.push(...ofJob);
    else packs.push([...ofJob]);
  }
  return packs;
}
