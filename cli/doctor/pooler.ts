import type { PoolClient } from "pg";
import type { Database } from "../../server/db/database.ts";
import { defaultLimits } from "../../server/db/driver/time-limits.ts";
import { databaseOf, sessionSettings } from "../../server/db/orm.ts";
import type { Finding } from "./check.ts";

/** The settings that a role needs as defaults if a session does not keep what is set after connecting. */
const roleDefaults = {
  ...sessionSettings,
  lock_timeout: `${defaultLimits.lock}ms`,
  statement_timeout: `${defaultLimits.statement}ms`,
  idle_in_transaction_session_timeout: `${defaultLimits.idleInTransaction}ms`,
};

/**
 * Looks for a connection pooler. A pooler of transactions runs each transaction in any of its sessions. The settings
 * that this service makes after connecting must then be the role's defaults. Returns no result for a direct connection.
 */
export async function checkPooler({ orm }: Database): Promise<Finding[]> {
  const pool = databaseOf(orm.em).pool;
  const client = (await pool.connect()) as PoolClient & { processID: number };
  try {
    const { rows } = await client.query<Session>(`
      select pg_backend_pid() as pid, quote_ident(current_user) as role, quote_ident(current_database()) as database,
        (select bool_and(reset_val <> '0') from pg_settings
         where name in ('lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout')) as "hasDefaults"
    `);
    const session = rows[0]!;
    // A pooler gives its clients process ids of its own.
    return session.pid === client.processID ? [] : [judge(session)];
  } finally {
    client.release();
  }
}

interface Session {
  pid: number;
  role: string;
  database: string;
  /** Whether the role has time limits by default. */
  hasDefaults: boolean;
}

function judge({ role, database, hasDefaults }: Session): Finding {
  const check = "pooler";
  if (hasDefaults) return { check, status: "ok", found: "a connection pooler; the role has time limits" };
  const statements = Object.entries(roleDefaults).map(
    ([name, value]) => `alter role ${role} in database ${database} set ${name} = '${value}';`,
  );
  const found = "a connection pooler; the role has no time limits";
  return { check, status: "warn", found, todo: `Unless the pooler pools sessions, run: ${statements.join(" ")}` };
}
