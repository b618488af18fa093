import { sql } from "kysely";
import { type EntityManager, prepared } from "../db/orm.ts";
import { lockPhones, type TeamPhone } from "../db/phone-lock.ts";
import type { E164 } from "../phone.ts";

/**
 * Which of the recipients want no texts from their team; an answer for each, in their order, which holds until the
 * transaction ends: a text that is stored once an opt-out has committed has seen it. The phones are held in a statement
 * apart, because a statement sees what had committed when it began.
 */
export async function findOptOuts(tx: EntityManager, recipients: TeamPhone[]): Promise<boolean[]> {
  if (recipients.length === 0) return [];
  await lockPhones(tx, recipients, "shared");
  const { rows } = await sql<{ team_id: string; phone_number: E164 }>`
    select distinct o.team_id, o.phone_number
    from unnest(${recipients.map(({ teamId }) => teamId)}::uuid[], ${recipients.map(({ phone }) => phone)}::text[])
      as a (team_id, phone_number)
    join opt_out o on o.team_id = a.team_id and o.phone_number = a.phone_number
  `.execute(prepared(tx));
  const optedOut = new Set(rows.map((row) => `${row.team_id}\n${row.phone_number}`));
  return recipients.map(({ teamId, phone }) => optedOut.has(`${teamId}\n${phone}`));
}
