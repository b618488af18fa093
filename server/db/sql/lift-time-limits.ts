import { sql } from "kysely";
import { executing } from "../driver/execution.ts";
import { unlimitedName } from "../driver/time-limits.ts";
import { type EntityManager, queries } from "../orm.ts";

/**
 * Removes the time limits of a transaction: for its locks, its statements, the time between them, and the silence of its
 * connection. Changes of the schema and work on whole tables need this. Until the transaction ends, the session has a name
 * that says so.
 */
export async function liftTimeLimits(tx: EntityManager): Promise<void> {
  await sql`
    set local lock_timeout = 0;
    set local statement_timeout = 0;
    set local idle_in_transaction_session_timeout = 0;
    set local application_name = ${sql.lit(unlimitedName)}
  `.execute(queries(tx).withPlugin(executing("unlimited")));
}
