import { sql } from "kysely";
import type { E164 } from "../phone.ts";
import { type EntityManager, queries } from "./orm.ts";

/** A phone as a team knows it. */
export interface TeamPhone {
  teamId: string;
  phone: E164;
}

/**
 * Holds phones until the transaction ends. What reads something of a phone and acts on it holds it shared; what
 * changes that holds it exclusively, so that neither misses the other. All are taken in one order.
 *
 * @see https://www.postgresql.org/docs/current/explicit-locking.html#ADVISORY-LOCKS
 */
export async function lockPhones(tx: EntityManager, phones: TeamPhone[], mode: "shared" | "exclusive"): Promise<void> {
  if (phones.length === 0) return;
  const keys = [...new Set(phones.map(({ teamId, phone }) => `phone\n${teamId}\n${phone}`))].toSorted();
  const lock = sql.raw(mode === "shared" ? "pg_advisory_xact_lock_shared" : "pg_advisory_xact_lock");
  await sql`select ${lock}(hashtextextended(key, 0)) from unnest(${keys}::text[]) as keys (key)`.execute(queries(tx));
}
