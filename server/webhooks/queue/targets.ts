/**
 * The targets of deliveries, and the leases of the processes that post to them.
 *
 * Promises: one process at a time leases a target. The lease of a killed process ends after `leaseSeconds`. A target with
 * pending deliveries has a row. Without a lease, its `due_at` is at most the time of the first of them.
 * Costs: a lease, its renewal and its release are a commit each, for many targets together.
 * Preconditions: the row of a target is marked in the transaction that makes a delivery due, after the delivery is
 * written. Rows are locked in the order of team and name.
 */

import { sql } from "kysely";
import { readClock } from "../../db/clock.ts";
import { findOutOfReach } from "../../db/commit/each-place.ts";
import { readAllTeams, runInPlaces } from "../../db/commit/of-teams.ts";
import { type EntityManager, type Orm, prepared, withoutResult } from "../../db/orm.ts";
import { rows } from "../../db/sql/rows.ts";
import type { Timestamp } from "../../db/timestamp.ts";
import { transact } from "../../db/transaction.ts";

/** Where the deliveries of a team go that share connections and limits: a host, or an endpoint. */
export interface TargetName {
  teamId: string;
  name: string;
  /** Whether a door posts to it. Absent: no door does. */
  isDoor?: boolean;
}

/** The host of a URL, which is the only part that may be logged, because the rest may contain credentials. */
export const hostOf = (url: string): string => new URL(url).host;

/** How long a lease lasts without a renewal. A post must end before the lease of its target. */
export const leaseSeconds = 30;

/** A key for maps of targets. */
export const keyOf = ({ teamId, name }: TargetName): string => `${teamId} ${name}`;

/** Orders targets as their rows are locked. */
const inOrder = <Target extends TargetName>(targets: Iterable<Target>): Target[] =>
  [...targets].toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));

/** The targets of teams whose rows are not known to be out of reach, in the order of `inOrder`. */
async function withinReach<Target extends TargetName>(orm: Orm, targets: Iterable<Target>): Promise<Target[]> {
  const ordered = inOrder(targets);
  const away = await findOutOfReach(orm.em, ordered);
  return ordered.filter(({ teamId }) => !away.has(teamId));
}

/** Makes workers look for deliveries of these targets at `dueAt`, or earlier if that is planned. */
export async function markDue(tx: EntityManager, targets: (TargetName & { dueAt: Timestamp })[]): Promise<void> {
  if (targets.length === 0) return;
  const earliest = new Map<string, TargetName & { dueAt: Timestamp }>();
  for (const target of inOrder(targets)) {
    const previous = earliest.get(keyOf(target));
    if (!previous || target.dueAt < previous.dueAt) earliest.set(keyOf(target), target);
  }
  await sql`
    insert into webhook_target as t (team_id, name, due_at, is_door)
    select * from ${rows("a", [...earliest.values()], {
      teamId: "uuid",
      name: "text",
      dueAt: "timestamptz",
      isDoor: ["boolean", ({ isDoor = false }) => isDoor],
    })}
    on conflict (team_id, name) do update set due_at = excluded.due_at where t.due_at > excluded.due_at
  `.execute(withoutResult(tx));
}

/** A target to look at. */
export interface FoundTarget extends TargetName {
  /** Whether this process has the lease. */
  isOwn: boolean;
}

/** Which targets to find. */
export interface TargetSearch {
  /** The process whose own targets are all found. */
  holder: string;
  /** The maximum number of targets without a lease. */
  atMost: number;
  /** Teams whose targets without a lease are not found. */
  exceptTeams: string[];
}

interface TargetRow {
  team_id: string;
  name: string;
  is_door: boolean;
}

/** Finds targets that are due and that the process leases or may lease, the oldest first, and reads the clock. */
export async function findDueTargets(
  em: EntityManager,
  { holder, atMost, exceptTeams }: TargetSearch,
): Promise<{ now: Timestamp; targets: FoundTarget[] }> {
  const own = sql<TargetRow>`
    select team_id, name, is_door from webhook_target where due_at <= now() and leased_by = ${holder}::uuid
  `;
  const free = sql<TargetRow>`
    select team_id, name, is_door, due_at from webhook_target
    where due_at <= now() and (leased_until is null or leased_until <= now())
      and leased_by is distinct from ${holder}::uuid and team_id <> all (${exceptTeams}::uuid[])
  `;
  // One after the other, so that a search has one connection of a small pool.
  const ownTargets = await readAllTeams(em, own);
  const freeTargets = await readAllTeams(em, free, { by: "due_at", limit: atMost });
  const found = (rows: TargetRow[], isOwn: boolean) =>
    rows.map(({ team_id: teamId, name, is_door: isDoor }) => ({ teamId, name, isDoor, isOwn }));
  return { now: await readClock(em), targets: [...found(ownTargets, true), ...found(freeTargets, false)] };
}

/**
 * Leases targets, or renews their leases, and returns those that no other process leases. Their marks are gone, so the
 * caller has to look for their deliveries afterwards. Targets of a team whose rows are out of reach are not leased.
 */
export async function leaseTargets<Target extends TargetName>(
  orm: Orm,
  holder: string,
  targets: Iterable<Target>,
): Promise<Target[]> {
  const lease = (tx: EntityManager, { teamId, name }: TargetName) =>
    sql`
      update webhook_target set leased_by = ${holder}::uuid, leased_until = now() + ${leaseSeconds} * interval '1 s',
        due_at = now() + ${leaseSeconds} * interval '1 s'
      where team_id = ${teamId}::uuid and name = ${name}
        and (leased_by = ${holder}::uuid or leased_until is null or leased_until <= now())
      returning 1
    `.execute(prepared(tx));
  const asked = await withinReach(orm, targets);
  const leased = await transact(orm, (tx) =>
    runInPlaces(tx, asked, async (own, some) => {
      const found = await Promise.all(some.map((target) => lease(own, target)));
      return some.filter((_, index) => found[index]!.rows.length > 0);
    }),
  );
  return leased.flat();
}

/**
 * Ends leases. A target is then due at the time of its first pending delivery. The row of a target without one is
 * deleted, unless a delivery was marked meanwhile. Leases that are out of reach end by themselves.
 */
export async function releaseTargets(orm: Orm, holder: string, targets: Iterable<TargetName>): Promise<void> {
  const pending = ({ teamId, name }: TargetName) =>
    sql`from webhook_delivery d where d.team_id = ${teamId}::uuid and d.target = ${name} and d.status = 'pending'`;
  const release = async (tx: EntityManager, target: TargetName) => {
    const { teamId, name } = target;
    const own = sql`t.team_id = ${teamId}::uuid and t.name = ${name} and t.leased_by = ${holder}::uuid`;
    await sql`
      delete from webhook_target t
      where ${own} and t.due_at = t.leased_until and not exists (select ${pending(target)})
    `.execute(withoutResult(tx));
    await sql`
      update webhook_target t set leased_by = null, leased_until = null,
        due_at = least(t.due_at, (select min(d.next_attempt_at) ${pending(target)}))
      where ${own}
    `.execute(withoutResult(tx));
  };
  const released = await withinReach(orm, targets);
  if (released.length === 0) return;
  await transact(orm, (tx) =>
    runInPlaces(tx, released, (own, some) => Promise.all(some.map((target) => release(own, target)))),
  );
}
