import { type RawBuilder, sql } from "kysely";
import { byTeam } from "./by-team.ts";
import { compileOnce, type Given } from "./compile-once.ts";
import { deferred, type EntityManager, isOnCluster, prepared } from "./orm.ts";

type Mode = "shared" | "exclusive";

/**
 * The key of the locks that a transaction holds, which are a property of its entity manager. The values of a WeakMap
 * would be freed late, with the old objects.
 */
const locksHeld = Symbol("locks held");

type LockingManager = EntityManager & { [locksHeld]?: Map<string, Mode> };

/**
 * Locks names until the transaction ends, for things that have no row to lock yet. All calls take their locks in the
 * same order, so they cannot deadlock. Locks that the transaction already holds are not taken again. The call returns
 * once the statement is sent, and later statements run under the lock; see `deferred`. On a cluster, these locks are on
 * the connected node, so all servers must take them there.
 *
 * @see https://www.postgresql.org/docs/current/explicit-locking.html#ADVISORY-LOCKS
 */
export async function lockNames(tx: EntityManager, names: string[], mode: Mode = "exclusive"): Promise<void> {
  const missing = takeMissing(tx, names, mode);
  if (missing.length > 0) await takeLocks[mode](tx, { names: missing });
}

/** A name of something that belongs to a team. The name contains the team. */
export interface TeamName {
  teamId: string;
  name: string;
}

/**
 * Locks names of teams as `lockNames` does. On a cluster, the lock is on the node that has the rows of the team, whatever
 * node the statement is sent to. The update, which finds no row, keeps these rows from being moved to another node.
 */
export async function lockTeamNames(tx: EntityManager, names: TeamName[], mode: Mode = "exclusive"): Promise<void> {
  if (!isOnCluster(tx))
    return lockNames(
      tx,
      names.map(({ name }) => name),
      mode,
    );
  // All are sent at once, so that a statement that the caller sends meanwhile comes after them.
  await Promise.all(
    byTeam(names, (each) => each.teamId).flatMap(([teamId, ofTeam]) => {
      const missing = takeMissing(
        tx,
        ofTeam.map(({ name }) => name),
        mode,
      );
      if (missing.length === 0) return [];
      const lock = sql`select ${lockFunctions[mode]}(key) is null, ${onNodeOf(teamId)} from ${keysOf(missing)}`;
      return [keepInPlace(tx, teamId), lock.execute(deferred(tx))];
    }),
  );
}

/** Locks a name of a team unless another transaction has it, in the same way. Returns whether it is locked now. */
export async function tryLockTeamName(tx: EntityManager, { teamId, name }: TeamName): Promise<boolean> {
  const tried = sql<{ is_locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as is_locked, ${onNodeOf(teamId)}
  `;
  const [, { rows }] = await Promise.all([keepInPlace(tx, teamId), tried.execute(prepared(tx))]);
  return rows[0]!.is_locked;
}

const keepInPlace = (tx: EntityManager, teamId: string) =>
  sql`update event_feed set last_sequence = last_sequence where team_id = ${teamId} and last_sequence < 0`.execute(
    deferred(tx),
  );

/** A value that makes Citus run a statement on the node of a team. The team may have no row in the table. */
const onNodeOf = (teamId: string) => sql`(select is_open from event_feed where team_id = ${teamId})`;

const lockFunctions = {
  shared: sql.raw("pg_advisory_xact_lock_shared"),
  exclusive: sql.raw("pg_advisory_xact_lock"),
};

/** The distinct keys of names, in the order of locking. */
const keysOf = (names: string[] | RawBuilder<unknown>) => sql`(
      select distinct hashtextextended(name, 0) as key from unnest(${names}::text[]) as name order by key
    ) as keys`;

/** The names that the transaction has not locked. They count as locked from now on. */
function takeMissing(tx: LockingManager, names: string[], mode: Mode): string[] {
  tx[locksHeld] ??= new Map();
  const modes = tx[locksHeld];
  const missing = names.filter((name) => modes.get(name) !== mode && modes.get(name) !== "exclusive");
  for (const name of missing) modes.set(name, mode);
  return missing;
}

const takeLocksIn = (mode: Mode) =>
  compileOnce(
    "deferred",
    ({ value }: Given<{ names: string[] }>) => sql`select ${lockFunctions[mode]}(key) from ${keysOf(value("names"))}`,
  );

const takeLocks = { shared: takeLocksIn("shared"), exclusive: takeLocksIn("exclusive") };

/** A phone, or another sender, of a team. */
export interface TeamPhone {
  teamId: string;
  phone: string;
}

/**
 * Locks phones until the transaction ends, all in the same order. Code that reads something about a phone and acts on it
 * takes a shared lock. Code that changes it takes an exclusive lock, so that neither misses the other.
 */
export async function lockPhones(tx: EntityManager, phones: TeamPhone[], mode: "shared" | "exclusive"): Promise<void> {
  await lockTeamNames(
    tx,
    phones.map(({ teamId, phone }) => ({ teamId, name: `phone\n${teamId}\n${phone}` })),
    mode,
  );
}
