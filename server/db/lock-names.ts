import { sql } from "kysely";
import { type EntityManager, prepared } from "./orm.ts";

type Mode = "shared" | "exclusive";

/** What a transaction holds already, on itself: what a WeakMap refers to is freed late, with the old objects. */
const held = Symbol("held");

/**
 * Holds a lock on each name until the transaction ends, for what is not a row yet. The locks of one call are taken in
 * one order, so that calls cannot wait for each other; what the transaction holds already is not asked for again.
 *
 * @see https://www.postgresql.org/docs/current/explicit-locking.html#ADVISORY-LOCKS
 */
export async function lockNames(
  tx: EntityManager & { [held]?: Map<string, Mode> },
  names: string[],
  mode: Mode = "exclusive",
): Promise<void> {
  tx[held] ??= new Map();
  const own = tx[held];
  const missing = names.filter((name) => own.get(name) !== mode && own.get(name) !== "exclusive");
  if (missing.length === 0) return;
  const lock = sql.raw(mode === "shared" ? "pg_advisory_xact_lock_shared" : "pg_advisory_xact_lock");
  await sql`
    select ${lock}(key)
    from (select distinct hashtextextended(name, 0) as key from unnest(${missing}::text[]) as name order by key) as keys
  `.execute(prepared(tx));
  for (const name of missing) own.set(name, mode);
}
