import { sql } from "kysely";
import { type EntityManager, prepared } from "../db/orm.ts";
import type { E164 } from "../phone.ts";

/** A number that a text may go out from. */
export interface SendingNumber {
  id: string;
  phone_number: E164;
}

/** What each of the teams sends from when nothing else decides: its primary number, else its only active one. */
export async function findDefaultNumbers(tx: EntityManager, teamIds: string[]): Promise<Map<string, SendingNumber>> {
  if (teamIds.length === 0) return new Map();
  const { rows } = await sql<SendingNumber & { team_id: string; is_primary: boolean; others: number }>`
    select a.team_id, n.id, n.phone_number, n.is_primary, n.others
    from (select distinct unnest(${teamIds}::uuid[]) as team_id) a
    cross join lateral (
      select b.id, b.phone_number, b.is_primary, (count(*) over ())::int - 1 as others
      from business_number b where b.team_id = a.team_id and b.status = 'active'
      order by b.is_primary desc limit 1
    ) n
  `.execute(prepared(tx));
  const usable = rows.filter(({ is_primary, others }) => is_primary || others === 0);
  return new Map(usable.map((row) => [row.team_id, row]));
}
