import { sql } from "kysely";
import { type EntityManager, prepared } from "../db/orm.ts";
import { lockPhones, type TeamPhone } from "../db/sql/locks.ts";
import { rows } from "../db/sql/rows.ts";
import { type ErasableRecipient, findErasedOptOuts } from "./erased/find-erased.ts";

/**
 * Returns a function that tells whether a recipient has opted out of its team's texts. The answer holds until the
 * transaction ends, because the phones are locked. A separate statement locks them first, because a statement sees only
 * rows that had committed when it began.
 */
export async function findOptOuts(
  tx: EntityManager,
  recipients: ErasableRecipient[],
): Promise<(recipient: TeamPhone) => boolean> {
  if (recipients.length === 0) return () => false;
  await lockPhones(tx, recipients, "shared");
  const found = await sql<{ team_id: string; phone: string }>`
    select distinct a.team_id, a.phone
    from ${rows("a", recipients, { teamId: "uuid", phone: "text" })}
    cross join lateral (
      select from opt_out o where o.team_id = a.team_id and o.phone_number = a.phone limit 1
    ) o
  `.execute(prepared(tx));
  const optedOut = new Set(found.rows.map(({ team_id, phone }) => keyOf({ teamId: team_id, phone })));
  for (const erased of await findErasedOptOuts(tx, recipients)) optedOut.add(keyOf(erased));
  return (recipient) => optedOut.has(keyOf(recipient));
}

const keyOf = ({ teamId, phone }: TeamPhone) => `${teamId}\n${phone}`;
