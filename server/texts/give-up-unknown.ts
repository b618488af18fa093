import { sql } from "kysely";
import { readClock } from "../db/clock.ts";
import { readAllTeams, transactOfTeam } from "../db/commit/of-teams.ts";
import { type EntityManager, ormOf, queries } from "../db/orm.ts";
import { byTeam } from "../db/sql/by-team.ts";
import { plusMicroseconds } from "../db/timestamp.ts";
import { recordStatusEvents } from "../events/status-events.ts";
import type { Deliveries } from "./delivery-tables.ts";
import { outcomeUnknown } from "./status.ts";

/** The time after which a text without an answer or a callback of the provider is given up. */
const giveUpMicroseconds = 10 * 60 * 1_000_000;

const stepSize = 1_000;

/**
 * Fails the live texts of a table that have waited ten minutes for a provider id, and returns their number. Either the
 * process died during the call, or the provider's answer never arrived. The texts are not sent again. A later status of
 * the provider still applies.
 */
export async function giveUpUnknown(
  em: EntityManager,
  { kind, table, status, statusCallback, isOutbound }: Deliveries,
): Promise<number> {
  const now = await readClock(em);
  const isUnknown = sql`provider_id is null and ${isOutbound} and ${status} in ('queued', 'sending')`;
  const due = await readAllTeams(
    em,
    sql<{ team_id: string; id: string }>`
      select team_id, id, created_at from ${table}
      where ${isUnknown} and created_at < ${plusMicroseconds(now, -giveUpMicroseconds)}::timestamptz and not test_mode
    `,
    { by: "created_at", limit: stepSize },
  );
  let failed = 0;
  for (const [teamId, teamTexts] of byTeam(due, ({ team_id }) => team_id)) {
    const ids = teamTexts.map(({ id }) => id);
    failed += await transactOfTeam(ormOf(em), teamId, async (tx) => {
      const { rows } = await sql<{ id: string; status_callback: string | null }>`
      update ${table} m set ${status} = 'failed', error_code = ${outcomeUnknown}, updated_at = ${now}::timestamptz
      from (
        select id from ${table} where team_id = ${teamId} and id = any (${ids}::uuid[]) and ${isUnknown}
        order by id for update skip locked
      ) due
      where m.team_id = ${teamId} and m.id = due.id
      returning m.id, ${statusCallback} as status_callback
    `.execute(queries(tx));
      const change = { kind, teamId, status: "failed", errorCode: outcomeUnknown } as const;
      await recordStatusEvents(
        tx,
        rows.map(({ id, status_callback }) => ({ ...change, id, statusCallback: status_callback })),
      );
      return rows.length;
    });
  }
  return failed;
}
