import { type RawBuilder, sql } from "kysely";
import { type EntityManager, prepared } from "../db/orm.ts";
import type { E164 } from "../phone.ts";

/** A number that a text may go out from. */
export interface SendingNumber {
  id: string;
  phone_number: E164;
}

/**
 * SQL for what each of the teams, `team_id` of a relation, sends from when nothing else decides: its primary number,
 * else its only active one.
 */
export const defaultNumbers = (teams: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select n.team_id, n.id, n.phone_number
  from (select distinct team_id from ${teams}) as a
  join business_number n on n.team_id = a.team_id and n.status = 'active'
  where n.is_primary or not exists (
    select from business_number other
    where other.team_id = n.team_id and other.status = 'active' and other.id <> n.id
  )`;

/** What each of the teams sends from when nothing else decides. */
export async function findDefaultNumbers(tx: EntityManager, teamIds: string[]): Promise<Map<string, SendingNumber>> {
  if (teamIds.length === 0) return new Map();
  const { rows } = await sql<SendingNumber & { team_id: string }>`
    ${defaultNumbers(sql`unnest(${teamIds}::uuid[]) as team_id`)}
  `.execute(prepared(tx));
  return new Map(rows.map((row) => [row.team_id, row]));
}
