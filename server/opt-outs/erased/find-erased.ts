import { sql } from "kysely";
import { type EntityManager, prepared } from "../../db/orm.ts";
import { lockPhones, type TeamPhone } from "../../db/sql/locks.ts";
import { rows } from "../../db/sql/rows.ts";
import type { HashPhone } from "../../secrets/phone-hashes.ts";

/** A recipient, with what hashes it if its team has erased somebody. */
export interface ErasableRecipient extends TeamPhone {
  hashPhone?: HashPhone | undefined;
}

/**
 * Returns the recipients whose opt-out outlived their erasure. The answer holds until the transaction ends, because the phones
 * are locked. A consent from after the erasure decides instead, so that a phone that is erased can opt in again. Teams
 * without erasures cost no statement.
 */
export async function findErasedOptOuts(tx: EntityManager, recipients: ErasableRecipient[]): Promise<TeamPhone[]> {
  const erasable = recipients.flatMap(({ teamId, phone, hashPhone }) =>
    hashPhone ? { teamId, phone, hash: hashPhone(phone) } : [],
  );
  if (erasable.length === 0) return [];
  await lockPhones(tx, erasable, "shared");
  const { rows: found } = await sql<{ team_id: string; phone: string }>`
    select distinct a.team_id, a.phone
    from ${rows("a", erasable, { teamId: "uuid", phone: "text", hash: "text" })}
    cross join lateral (
      select from opt_out o where o.team_id = a.team_id and o.phone_number = a.hash limit 1
    ) o
    where not exists (
      select from consent_event e
      where e.team_id = a.team_id and e.phone_number = a.phone and e.is_effective offset 0
    )
  `.execute(prepared(tx));
  return found.map(({ team_id: teamId, phone }) => ({ teamId, phone }));
}
