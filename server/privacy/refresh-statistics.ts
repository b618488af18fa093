import { sql } from "kysely";
import { type EntityManager, type Orm, queries } from "../db/orm.ts";
import { liftTimeLimits } from "../db/sql/lift-time-limits.ts";
import { transact } from "../db/transaction.ts";

/** The tables that had data of an erased person. */
export const refreshedTables = [
  ...["message", "thread", "contact", "contact_phone", "contact_tag", "duplicate_group", "otp", "pending_message"],
  ...["opt_out", "consent_event", "suspected_revocation", "callback", "event", "webhook_delivery", "webhook_attempt"],
  ...["idempotency_key", "audit_event", "approval", "media", "media_part", "simulated_text", "contact_merge"],
  ...["inbound_part", "carrier_copy", "webhook_target"],
];

/** The time that a table without rows may be locked against others, in milliseconds. */
const lockMilliseconds = 1_000;

/**
 * Analyses these tables, because PostgreSQL's statistics keep some of their values: phones, names and texts. ANALYZE leaves the
 * statistics of a table as they are if it has no rows, so those are dropped.
 *
 * @throws if a table without rows is locked by others
 */
export async function refreshStatistics(orm: Orm): Promise<void> {
  await transact(orm, async (tx) => {
    await liftTimeLimits(tx);
    await sql`analyze ${sql.raw(refreshedTables.join(", "))}`.execute(queries(tx));
  });
  for (const table of refreshedTables) await dropOfEmptyTable(orm, table);
}

/** Drops the statistics of a table that has no rows. */
async function dropOfEmptyTable(orm: Orm, table: string): Promise<void> {
  if (!(await isEmpty(orm.em.fork(), table))) return;
  await transact(
    orm,
    async (tx) => {
      const { rows } = await sql<{ name: string; type: string }>`
        select quote_ident(attname) as name, format_type(atttypid, atttypmod) as type from pg_attribute
        where attrelid = ${table}::regclass and attname in (select attname from pg_stats where tablename = ${table})
      `.execute(queries(tx));
      if (rows.length === 0) return;
      await sql`lock table ${sql.ref(table)} in access exclusive mode`.execute(queries(tx));
      if (!(await isEmpty(tx, table))) return;
      // A change to the same type drops the statistics of a column and nothing else. Only a superuser could delete them.
      const changes = rows.map(({ name, type }) => `alter column ${name} type ${type}`);
      await sql`alter table ${sql.ref(table)} ${sql.raw(changes.join(", "))}`.execute(queries(tx));
    },
    lockMilliseconds,
  );
}

async function isEmpty(em: EntityManager, table: string): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.ref(table)} limit 1`.execute(queries(em));
  return rows.length === 0;
}
