import { createHash } from "node:crypto";
import { sql } from "kysely";
import { type EntityManager, queries } from "../db/orm.ts";
import type { E164 } from "../phone.ts";

/** Somebody who may want a team's texts, or not. */
export interface Recipient {
  teamId: string;
  phone: E164;
}

/**
 * Keeps what recipients want from changing until the transaction ends, or, exclusively, from being read for a send:
 * whoever sends reads it before, or after, a change as a whole. So a text that is stored once an opt-out has committed
 * has seen it. In a statement of its own, because a statement sees what had committed when it began.
 *
 * It comes before any lock on a thread, and takes its locks in one order.
 */
export async function lockConsents(
  tx: EntityManager,
  recipients: Recipient[],
  how: "shared" | "exclusive",
): Promise<void> {
  if (recipients.length === 0) return;
  const keys = [...new Set(recipients.map(keyOf))].toSorted((a, b) => (a < b ? -1 : 1)).map(String);
  const lock = how === "shared" ? sql`pg_advisory_xact_lock_shared(key)` : sql`pg_advisory_xact_lock(key)`;
  await sql`select ${lock} from unnest(${keys}::bigint[]) as key`.execute(queries(tx));
}

/** Two recipients with one key wait for each other without need, and nothing worse. */
function keyOf({ teamId, phone }: Recipient): bigint {
  return createHash("sha256").update(`consent\n${teamId}\n${phone}`).digest().readBigInt64BE();
}
