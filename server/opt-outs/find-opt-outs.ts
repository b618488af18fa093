import { sql } from "kysely";
import { type EntityManager, prepared } from "../db/orm.ts";
import { lockPhones, type TeamPhone } from "../db/phone-lock.ts";
import { allOf } from "../db/transaction.ts";

/**
 * Returns a function that tells whether a recipient has opted out of its team's texts. The answer holds until the
 * transaction ends, because the phones are locked. A separate statement locks them first, because a statement sees only
 * rows that had committed when it began.
 */
export async function findOptOuts(
  tx: EntityManager,
  recipients: TeamPhone[],
): Promise<(recipient: TeamPhone) => boolean> {
  if (recipients.length === 0) return () => false;
  const locked = lockPhones(tx, recipients, "shared");
  const found = sql<{ team_id: string; phone_number: string }>`
    select distinct a.team_id, a.phone_number
    from unnest(${recipients.map(({ teamId }) => teamId)}::uuid[], ${recipients.map(({ phone }) => phone)}::text[])
      as a (team_id, phone_number)
    cross join lateral (
      select from opt_out o where o.team_id = a.team_id and o.phone_number = a.phone_number limit 1
    ) o
  `.execute(prepared(tx));
  const [, { rows }] = await allOf([locked, found]);
  const optedOut = new Set(rows.map((row) => keyOf({ teamId: row.team_id, phone: row.phone_number })));
  return (recipient) => optedOut.has(keyOf(recipient));
}

const keyOf = ({ teamId, phone }: TeamPhone) => `${teamId}\n${phone}`;
