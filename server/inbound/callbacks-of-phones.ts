import { type RawBuilder, sql } from "kysely";
import { type EntityManager, prepared } from "../db/orm.ts";

/** The phones of a team whose callbacks are looked for. */
export interface PhonesOfTeam {
  /** Where the rows of the team are. */
  em: EntityManager;
  teamId: string;
  phones: string[];
  /** Finds the texts that name one of the phones; a regular expression of PostgreSQL. */
  pattern: string;
}

/**
 * SQL for whether a callback `c` is one of the team, and from or to one of the phones. A callback that is not stored in our own
 * words is judged by its fields. One that is not processed yet has no team, so the team that has its number now counts.
 */
export async function isOfPhones({ em, teamId, phones, pattern }: PhonesOfTeam): Promise<RawBuilder<boolean>> {
  const { rows: numbers } = await sql<{ phone_number: string }>`
    select phone_number from business_number where team_id = ${teamId} and released_at is null
  `.execute(prepared(em));
  const own = numbers.map((row) => row.phone_number);
  return sql<boolean>`(
    (c.team_id = ${teamId}::uuid or c.record_team_id = ${teamId}::uuid or c.team_id is null
      and (c.content ->> 'from' = any (${own}::text[]) or c.content ->> 'to' = any (${own}::text[])))
    and (c.content ->> 'from' = any (${phones}::text[]) or c.content ->> 'to' = any (${phones}::text[])
      or c.content is null and c.fields::text ~ ${pattern})
  )`;
}
