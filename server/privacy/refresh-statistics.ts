import { sql } from "kysely";
import { type Orm, queries } from "../db/orm.ts";
import { liftTimeLimits } from "../db/sql/lift-time-limits.ts";
import { transact } from "../db/transaction.ts";

/** The tables that had data of an erased person. */
const tables = [
  ...["message", "thread", "contact", "contact_phone", "contact_tag", "duplicate_group", "otp", "pending_message"],
  ...["opt_out", "consent_event", "suspected_revocation", "callback", "event", "webhook_delivery", "webhook_attempt"],
  ...["idempotency_key", "audit_event", "approval", "media", "simulated_text", "contact_merge"],
];

/** Analyses these tables, because PostgreSQL's statistics keep some of their values: phones, names and texts. */
export const refreshStatistics = (orm: Orm): Promise<void> =>
  transact(orm, async (tx) => {
    await liftTimeLimits(tx);
    await sql`analyze ${sql.raw(tables.join(", "))}`.execute(queries(tx));
  });
