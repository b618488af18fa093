/**
 * Callbacks whose team is on a node of a cluster that is away.
 *
 * Promises: they wait until the node is back, for as long as jobs are kept, and then count as new. Callbacks of other
 * nodes do not wait for them. On one PostgreSQL nothing waits.
 * Costs: while a node is away, its callbacks are collected in jobs of up to `maxCallbacks`. A job of a node that is still
 * away is returned without a look at its callbacks. On a cluster, the teams of a batch are read before it is processed.
 */
import { sql } from "kysely";
import { findOwners } from "../business-numbers/find-owners.ts";
import { groupsOfTeams } from "../db/cluster/nodes.ts";
import { databaseOf, type EntityManager, type Orm, queries } from "../db/orm.ts";
import type { CallbackKind } from "../db/schema/entities/callback.ts";
import type { Inbound, Status } from "../provider/callbacks.ts";
import { type WaitingJob, waitSeconds } from "../queue/return-to-queue.ts";
import type { TakenJob } from "../queue/take-in-order.ts";
import { contentOf } from "./earlier-callbacks.ts";

/** How many callbacks a waiting job has at most. */
const maxCallbacks = 1_000;

/** Whether callbacks of a group must wait. Those without a known team are searched on every node. */
export const mustWait = (group: number, away: number[]): boolean =>
  group === 0 ? away.length > 0 : away.includes(group);

/** The group of the node of each callback; 0 without a known team. */
export async function groupsOfCallbacks(
  orm: Orm,
  tx: EntityManager,
  callbackIds: string[],
): Promise<Map<string, number>> {
  if (!databaseOf(tx).isCluster) return new Map();
  const { rows } = await sql<{
    id: string;
    kind: CallbackKind;
    content: Inbound | Status | null;
    fields: Record<string, unknown>;
    team_id: string | null;
  }>`
    select id, kind, content, fields, record_team_id as team_id from callback where id = any (${callbackIds}::uuid[])
  `.execute(queries(tx));
  const callbacks = rows.map((row) => {
    const { content } = contentOf({ ...row, providerId: null });
    return { ...row, number: row.kind === "inbound" ? content.to : content.from };
  });
  const owners = await findOwners(
    tx,
    callbacks.flatMap(({ number }) => number ?? []),
  );
  const teams = callbacks.map(({ id, team_id, number }) => ({
    id,
    teamId: team_id ?? owners.get(number ?? "")?.teamId,
  }));
  const groups = await groupsOfTeams(
    orm,
    teams.flatMap(({ teamId }) => teamId ?? []),
  );
  return new Map(teams.map(({ id, teamId }) => [id, groups.get(teamId ?? "") ?? 0]));
}

/** Whether a job waits for nodes that are all still away. */
export const stillWaits = ({ waitsFor = [] }: { waitsFor?: number[] }, away: number[]): boolean =>
  waitsFor.length > 0 && waitsFor.every((group) => mustWait(group, away));

/** A callback of a job, with the group of its team's node; 0 without a known team. */
export interface CallbackTask<Data> {
  job: TakenJob<Data>;
  data: Data & { callbackId: string };
  group: number;
}

/** Collects the open callbacks of jobs in as few jobs as possible. `tasks` has them in the order of their jobs. */
export function collectWaiting<Data extends object>(tasks: CallbackTask<Data>[]): WaitingJob[] {
  return Map.groupBy(tasks, ({ data }) => ("attempt" in data ? data.attempt : 0))
    .values()
    .flatMap(packsOf)
    .map((pack): WaitingJob => {
      const { job, data } = pack[0]!;
      const callbackId = pack.map((task) => task.data.callbackId);
      const waitsFor = [...new Set(pack.map(({ group }) => group))];
      return { id: job.id, data: { ...data, callbackId, waitsFor }, delaySeconds: waitSeconds };
    })
    .toArray();
}

/** Joins the tasks of whole jobs, so that each pack has a job of its own. */
function packsOf<Data>(tasks: CallbackTask<Data>[]): CallbackTask<Data>[][] {
  const packs: CallbackTask<Data>[][] = [];
  for (const ofJob of Map.groupBy(tasks, ({ job }) => job).values()) {
    const last = packs.at(-1);
    if (last && last.length + ofJob.length <= maxCallbacks) last.push(...ofJob);
    else packs.push([...ofJob]);
  }
  return packs;
}
