import { sql } from "kysely";
import { readClock } from "../../db/clock.ts";
import { readAllTeams } from "../../db/commit/of-teams.ts";
import type { EntityManager } from "../../db/orm.ts";
import { fromPostgres } from "../../db/timestamp.ts";
import type { Log } from "../../log.ts";

/** How many teams a warning names. */
const maxTeams = 20;

/** Warns of the open cases whose due date is over: one line with the teams whose cases are due for the longest time. */
export async function warnOfOverdue(em: EntityManager, log: Pick<Log, "warn">): Promise<void> {
  const now = await readClock(em);
  const overdue = sql<{ team_id: string; cases: number; due_at: string }>`
    select team_id, count(*)::int as cases, min(due_at) as due_at from suspected_revocation
    where status = 'open' and due_at <= ${now}::timestamptz group by team_id
  `;
  const found = await readAllTeams(em, overdue, { by: "due_at", limit: maxTeams });
  if (found.length === 0) return;
  // The rows of several places take turns, each place with an order of its own.
  const teams = found
    .map(({ team_id: teamId, cases, due_at }) => ({ teamId, cases, dueAt: fromPostgres(due_at) }))
    .toSorted((a, b) => (a.dueAt < b.dueAt ? -1 : 1));
  log.warn({ teams }, "suspected revocations are overdue: decide them, see messaging consents pending");
}
