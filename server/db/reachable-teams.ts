/**
 * The teams of a cluster whose nodes answer. Work for all teams takes only those while a node is away, so that it goes on
 * for them. A list of teams is a condition by which Citus finds the nodes.
 */
import { type RawBuilder, sql } from "kysely";
import { findTeamsExcept, nodesAway } from "./nodes.ts";
import { type EntityManager, type Orm, ormOf } from "./orm.ts";

/** How long a list is used, in milliseconds. */
const freshMilliseconds = 2_000;

interface Teams {
  away: string;
  readAt: number;
  ids: Promise<string[]>;
}

const lists = new WeakMap<Orm, Teams>();

/**
 * A condition on `team_id` that only the teams of reachable nodes pass, which follows another condition. It is empty while
 * all nodes answer, and on one PostgreSQL.
 */
export async function ofReachableTeams(em: EntityManager): Promise<RawBuilder<unknown>> {
  const orm = ormOf(em);
  const away = nodesAway(orm);
  if (away.length === 0) return sql``;
  const known = lists.get(orm);
  const name = away.join();
  const isFresh = known?.away === name && performance.now() - known.readAt < freshMilliseconds;
  const teams = isFresh ? known : { away: name, readAt: performance.now(), ids: findTeamsExcept(em, away) };
  lists.set(orm, teams);
  return sql`and team_id = any (${await teams.ids}::uuid[])`;
}
