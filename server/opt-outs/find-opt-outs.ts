import { sql } from "kysely";
import { type EntityManager, queries } from "../db/orm.ts";
import type { E164 } from "../phone.ts";
import { lockConsents, type Recipient } from "./lock-consents.ts";

/**
 * Which of the recipients want no texts from their team; an answer for each, in their order, which holds until the
 * transaction ends.
 */
export async function findOptOuts(tx: EntityManager, recipients: Recipient[]): Promise<boolean[]> {
  if (recipients.length === 0) return [];
  await lockConsents(tx, recipients, "shared");
  const { rows } = await sql<{ team_id: string; phone_number: E164 }>`
    select distinct o.team_id, o.phone_number
    from unnest(${recipients.map(({ teamId }) => teamId)}::uuid[], ${recipients.map(({ phone }) => phone)}::text[])
      as a (team_id, phone_number)
    join opt_out o on o.team_id = a.team_id and o.phone_number = a.phone_number
  `.execute(queries(tx));
  const optedOut = new Set(rows.map((row) => `${row.team_id}\n${row.phone_number}`));
  return recipients.map(({ teamId, phone }) => optedOut.has(`${teamId}\n${phone}`));
}
