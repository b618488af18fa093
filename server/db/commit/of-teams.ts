/** Work on the rows of teams, wherever they are. */
import type { RawBuilder } from "kysely";
import { compiledQuery } from "../driver/execution.ts";
import type { EntityManager, Orm } from "../orm.ts";
import { placesOf } from "./places.ts";

/**
 * Runs `work` in a transaction on the rows of a team.
 *
 * @param lockTimeout the maximum wait for a lock, in milliseconds, instead of the session's
 */
export const transactOfTeam = <T>(
  orm: Orm,
  teamId: string,
  work: (tx: EntityManager) => Promise<T>,
  lockTimeout?: number,
): Promise<T> => placesOf(orm.em).transact(orm, teamId, work, lockTimeout);

/** Opens an entity manager for SQL about a team. */
export const emOfTeam = (orm: Orm, teamId: string): EntityManager => placesOf(orm.em).open(orm, teamId);

/**
 * Runs `run` for items of several teams: for all of them in `tx`, or apart for those of each place. What runs apart commits
 * before `tx`, so `run` must have one effect if it runs again.
 *
 * @throws the first error, once all transactions have ended
 */
export const runInPlaces = <Item extends { teamId: string }, Result>(
  tx: EntityManager,
  items: Item[],
  run: (tx: EntityManager, items: Item[], isApart: boolean) => Promise<Result>,
): Promise<Result[]> => placesOf(tx).run(tx, items, run);

/** Which of the rows are read. */
interface First {
  /** The columns whose smallest values come first. */
  by: string;
  /** The maximum number of rows. */
  limit: number;
}

/**
 * Reads the rows of a statement for all teams, or only the first of them, for background work. A part of the read needs the
 * rows of one team only, and its columns have names. The caller checks the rows again when it changes them.
 */
export async function readAllTeams<Row>(em: EntityManager, read: RawBuilder<Row>, first?: First): Promise<Row[]> {
  const { sql: text, parameters } = read.compile(em.getKysely());
  const values = first ? [...parameters, first.limit] : [...parameters];
  const order = first ? `order by ${first.by} limit $${values.length}::int` : "";
  const whole = (parts: string[]) =>
    compiledQuery<Row>(`select * from (${parts.join(" union all ")}) as found ${order}`, "prepared", values);
  return (await placesOf(em).read(em, text, whole)).slice(0, first?.limit);
}
