import { type Expression, sql } from "kysely";
import type { EntityManager } from "../orm.ts";
import { statement } from "./statement.ts";

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
 * once the statement is sent, and later statements run under the lock; see `withoutResult`. A lock for something that belongs to
 * a team is taken in a transaction at the place of the team.
 *
 * @see https://www.postgresql.org/docs/current/explicit-locking.html#ADVISORY-LOCKS
 */
export async function lockNames(tx: EntityManager, names: string[], mode: Mode = "exclusive"): Promise<void> {
  const missing = takeMissing(tx, names, mode);
  if (missing.length > 0) await takeLocks[mode](tx, { names: missing });
}

const lockFunctions = {
  shared: sql.raw("pg_advisory_xact_lock_shared"),
  exclusive: sql.raw("pg_advisory_xact_lock"),
};

/** The distinct keys of names, in the order of locking. */
const keysOf = (names: Expression<string[]>) => sql`(
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
  statement<{ names: string[] }, unknown>(
    ({ names }) => sql`select ${lockFunctions[mode]}(key) from ${keysOf(names)}`,
    {
      withoutResult: true,
    },
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
  await lockNames(
    tx,
    phones.map(({ teamId, phone }) => `phone\n${teamId}\n${phone}`),
    mode,
  );
}

/**
 * How long a statement of several items waits for a lock, in milliseconds, and how long one of a single item waits. All
 * later items wait, too. Both are shorter than PostgreSQL's `deadlock_timeout`, so they also end deadlocks.
 */
export const lockTimeoutOf = (items: unknown[]): number => (items.length === 1 ? 800 : 150);
