import { sql } from "kysely";
import { type EntityManager, queries } from "./orm.ts";
import { unlimitedName } from "./time-limits.ts";

/**
 * Lets the statements of a transaction take as long as they need, and the transaction idle between them: for changes of
 * the schema, and for data at size. PostgreSQL reports the session's new name to the client until the transaction ends;
 * the client then does not take a long statement for silence.
 */
export async function liftTimeLimits(tx: EntityManager): Promise<void> {
  await sql`
    set local lock_timeout = 0;
    set local statement_timeout = 0;
    set local idle_in_transaction_session_timeout = 0;
    set local application_name = ${sql.lit(unlimitedName)}
  `.execute(queries(tx));
}
