/** What is done once at each place that has rows of teams, and the questions about these places. */
import type { EntityManager, Orm } from "../orm.ts";
import type { BatchConnections, CreateBatcher } from "../transaction.ts";
import { placesOf } from "./places.ts";

/**
 * Batches the items of the teams at each place.
 *
 * @param create makes the batcher of a place
 * @param connections the connections of its batches; by default, a batch is a single statement on those of the pool
 */
export const batchByPlace = <Item extends { teamId: string }, Out>(
  orm: Orm,
  create: CreateBatcher<Item, Out>,
  connections?: BatchConnections,
): ((item: Item) => Promise<Out>) => placesOf(orm.em).batch(orm, create, connections);

/**
 * Runs a read of tables that every place has, such as keys and teams. If a place is away, the next one is asked.
 *
 * @throws the error of the last place
 */
export const readAnywhere = <T>(orm: Orm, read: (em: EntityManager) => Promise<T>): Promise<T> =>
  placesOf(orm.em).readAnywhere(orm, read);

/** Returns an entity manager, maybe outside of `tx`, for SQL about what belongs to no team, such as callbacks. */
export const emWithoutTeam = (tx: EntityManager): EntityManager => placesOf(tx).withoutTeam(tx);

/** Finds the databases that have the places, the given one first. */
export const findDatabases = (orm: Orm): Promise<Orm[]> => placesOf(orm.em).find(orm);

/** The known ones that are not known to be away. */
export const usableDatabases = (orm: Orm): Orm[] => placesOf(orm.em).usable(orm);

/** Asks the databases now whether they answer, for `findOutOfReach`; takes seconds while one is silent. */
export const checkReach = (orm: Orm): Promise<void> => placesOf(orm.em).checkReach(orm);

/**
 * Finds the teams of items whose rows are known to be out of reach. The empty id stands for all teams, and is out of reach
 * while any team is.
 */
export const findOutOfReach = (em: EntityManager, items: { teamId: string }[]): Promise<Set<string>> =>
  placesOf(em).findOutOfReach(em, items);
