import { sql } from "kysely";
import type { EntityManager } from "./orm.ts";
import { prepared } from "./prepared.ts";

/**
 * Holds a lock on each name until the transaction ends, for what is not a row yet. The locks of one call are taken in
 * one order, so that calls cannot wait for each other.
 *
 * @see https://www.postgresql.org/docs/current/explicit-locking.html#ADVISORY-LOCKS
 */
export async function lockNames(
  tx: EntityManager,
  names: string[],
  mode: "shared" | "exclusive" = "exclusive",
): Promise<void> {
  if (names.length === 0) return;
  const lock = sql.raw(mode === "shared" ? "pg_advisory_xact_lock_shared" : "pg_advisory_xact_lock");
  await sql`
    select ${lock}(key)
    from (select distinct hashtextextended(name, 0) as key from unnest(${names}::text[]) as name order by key) as keys
  `.execute(prepared(tx));
}
