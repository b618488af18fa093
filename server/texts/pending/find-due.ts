import { sql } from "kysely";
import { readClock } from "../../db/clock.ts";
import { readAllTeams } from "../../db/commit/of-teams.ts";
import type { EntityManager } from "../../db/orm.ts";
import type { DueText } from "./store-pending.ts";

/** How many texts a look finds. */
const lookSize = 256;

/**
 * Finds texts whose time has come: the earliest. If more are due than a look finds, their teams take turns, so that a team
 * with many texts does not delay the texts of others. The teams are then walked through by one index probe for each that has
 * a scheduled text. Otherwise a look is one probe.
 */
export async function findDue(em: EntityManager): Promise<DueText[]> {
  const now = await readClock(em);
  const read = sql<{ team_id: string; id: string }>`
    select * from (
      with recursive earliest as materialized (
        select team_id, id, send_at from pending_message
        where status = 'scheduled' and line_number_id is null and send_at <= ${now}::timestamptz order by send_at limit ${sql.lit(lookSize + 1)}
      ),
      first_of_team as (
        select * from (
          select team_id, send_at from pending_message
          where status = 'scheduled' and line_number_id is null and (select count(*) from earliest) > ${sql.lit(lookSize)}
          order by team_id, send_at limit 1
        ) as f
        union all
        select n.team_id, n.send_at from first_of_team as t cross join lateral (
          select p.team_id, p.send_at from pending_message p
          where p.status = 'scheduled' and p.line_number_id is null and p.team_id > t.team_id
          order by p.team_id, p.send_at limit 1
        ) as n
      ),
      due_team as materialized (
        select team_id, ${sql.lit(lookSize)} / count(*) over () + 1 as share from first_of_team
        where send_at <= ${now}::timestamptz
      ),
      shared as (
        select p.team_id, p.id, p.send_at from due_team as t cross join lateral (
          select p.team_id, p.id, p.send_at from pending_message p
          where p.team_id = t.team_id and p.status = 'scheduled' and p.line_number_id is null and p.send_at <= ${now}::timestamptz
          order by p.send_at limit t.share
        ) as p
      )
      select team_id, id, send_at, row_number() over (partition by team_id order by send_at) as turn
      from (
        select * from shared
        union all
        select * from earliest where (select count(*) from earliest) <= ${sql.lit(lookSize)}
      ) as due
    ) as due
  `;
  const rows = await readAllTeams(em, read, { by: "turn, send_at", limit: lookSize });
  return rows.map(({ team_id: teamId, id }) => ({ teamId, id, lineNumberId: null }));
}
