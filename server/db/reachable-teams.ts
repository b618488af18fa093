/**
 * The teams of a cluster whose nodes answer. Work for all teams takes only those while a node is away, so that it goes on
 * for them. A list of teams is a condition by which Citus finds the nodes.
 */
import { type RawBuilder, sql } from "kysely";
import { findNodesAwayOf, findTeamsExcept } from "./nodes.ts";
import type { EntityManager } from "./orm.ts";

/** How long a list is used, in milliseconds. */
const freshMilliseconds = 2_000;

interface Teams {
  away: string;
  readAt: number;
  ids: Promise<string[]>;
}

const lists = new WeakMap<object, Teams>();

/**
 * A condition that only the teams of reachable nodes pass, which follows another condition. It is empty while all nodes
 * answer, and on one PostgreSQL.
 */
export async function ofReachableTeams(em: EntityManager, column: RawBuilder<unknown>): Promise<RawBuilder<unknown>> {
  const { owner, away } = findNodesAwayOf(em);
  if (!owner || away.length === 0) return sql``;
  const known = lists.get(owner);
  const name = away.join();
  const isFresh = known?.away === name && performance.now() - known.readAt < freshMilliseconds;
  const teams = isFresh ? known : { away: name, readAt: performance.now(), ids: findTeamsExcept(em, away) };
  lists.set(owner, teams);
  return sql`and ${column} = any (${await teams.ids}::uuid[])`;
}
