import { type RawBuilder, sql } from "kysely";
import type { EntityManager } from "../db/orm.ts";
import { defaultNumbers } from "./find-default-numbers.ts";

/** An active team that cannot send. */
export interface UnableTeam {
  name: string;
  /** The number that texts would be sent from, which is fictional; null if there is none. */
  sender: string | null;
}

/**
 * The active teams with their default numbers. A carrier refuses to send from a number of the range for fiction, which
 * only the simulated carrier accepts.
 */
const senders = (isSimulated: boolean): RawBuilder<UnableTeam & { is_able: boolean }> => sql`
  select t.name, n.phone_number as sender,
    n.id is not null and (${isSimulated}::boolean or n.phone_number !~ '^[+]1[0-9]{3}55501[0-9]{2}$') as is_able
  from team t left join (${defaultNumbers(sql`(select id as team_id from team) as every_team`)}) n on n.team_id = t.id
  where t.status = 'active'
`;

/** Whether any active team can send texts by default. */
export async function canAnyTeamSend(em: EntityManager, isSimulated: boolean): Promise<boolean> {
  const found = await sql`select 1 from (${senders(isSimulated)}) s where is_able limit 1`.execute(em.getKysely());
  return found.rows.length > 0;
}

/** Finds the first active teams, by name, that cannot send texts by default. */
export async function findUnableTeams(em: EntityManager, isSimulated: boolean, limit: number): Promise<UnableTeam[]> {
  const unable = sql<UnableTeam>`
    select name, sender from (${senders(isSimulated)}) s where not is_able order by name limit ${limit}::int
  `;
  return (await unable.execute(em.getKysely())).rows;
}
