import { type RawBuilder, sql } from "kysely";
import { type EntityManager, prepared } from "../db/orm.ts";
import type { E164 } from "../phone.ts";

/** A number that can send texts. */
export interface SendingNumber {
  id: string;
  phone_number: E164;
}

/**
 * SQL for the default number of each team in the relation `teams`, which has a column `team_id`. The default number is
 * the primary number, or else the team's only active number.
 */
export const defaultNumbers = (teams: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select n.team_id, n.id, n.phone_number
  from (select distinct team_id from ${teams}) as a
  join business_number n on n.team_id = a.team_id and n.status = 'active'
  where n.is_primary or not exists (
    select from business_number other
    where other.team_id = n.team_id and other.status = 'active' and other.id <> n.id
  )`;

/** The default number of each team, by the team's id. */
export async function findDefaultNumbers(tx: EntityManager, teamIds: string[]): Promise<Map<string, SendingNumber>> {
  if (teamIds.length === 0) return new Map();
  const { rows } = await sql<SendingNumber & { team_id: string }>`
    ${defaultNumbers(sql`unnest(${teamIds}::uuid[]) as team_id`)}
  `.execute(prepared(tx));
  return new Map(rows.map((row) => [row.team_id, row]));
}
