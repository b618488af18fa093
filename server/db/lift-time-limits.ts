import { sql } from "kysely";
import { unlimitedName } from "./driver/time-limits.ts";
import { type EntityManager, queries } from "./orm.ts";

/**
 * Removes the time limits of a transaction: for its locks, its statements and the time between them. Changes of the
 * schema and work on whole tables need this. The session also gets a name until the transaction ends, which
 * PostgreSQL reports to the client. The client then does not treat a long statement as a silent connection.
 */
export async function liftTimeLimits(tx: EntityManager): Promise<void> {
  await sql`
    set local lock_timeout = 0;
    set local statement_timeout = 0;
    set local idle_in_transaction_session_timeout = 0;
    set local application_name = ${sql.lit(unlimitedName)}
  `.execute(queries(tx));
}
