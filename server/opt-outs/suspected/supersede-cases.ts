import { sql } from "kysely";
import { type EntityManager, withoutResult } from "../../db/orm.ts";
import type { TeamPhone } from "../../db/sql/locks.ts";
import { rows } from "../../db/sql/rows.ts";
import type { Timestamp } from "../../db/timestamp.ts";

/** Closes the open cases of phones, because their consent is recorded in another way. The caller has locked the phones. */
export async function supersedeCases(tx: EntityManager, phones: (TeamPhone & { now: Timestamp })[]): Promise<void> {
  if (phones.length === 0) return;
  await sql`
    update suspected_revocation s set status = 'superseded', decided_at = a.now
    from ${rows("a", phones, { teamId: "uuid", phone: "text", now: "timestamptz" })}
    where s.team_id = a.team_id and s.phone_number = a.phone and s.status = 'open'
  `.execute(withoutResult(tx));
}
